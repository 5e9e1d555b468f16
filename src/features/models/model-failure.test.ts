import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { startAnthropicStub } from '../../../tests/stubs/anthropic-stub.ts';
import { gather, toolOf } from '../../../tests/stubs/model-requests.ts';
import {
  startOpenAiStub,
  type OpenAiFailure,
  type OpenAiStep,
} from '../../../tests/stubs/openai-stub.ts';
import type { ChatModel, ModelRequest } from './chat-model.ts';
import { createChatModel } from './create-chat-model.ts';

const KEY = 'sk-test-0123456789';
const NOW = new Date('2026-11-30T00:00:00Z');
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => close()));
});

function modelAt(baseUrl: string, kind: 'openai' | 'anthropic' = 'openai'): ChatModel {
  const access = { apiKey: KEY, baseUrl };
  return createChatModel({
    model: `${kind}/test-model`,
    openai: access,
    anthropic: access,
    language: 'en',
    now: () => NOW,
  });
}

async function failureOf(model: ChatModel, request: Partial<ModelRequest> = {}): Promise<AppError> {
  try {
    await gather(model, request);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('It did not fail.');
}

async function openAiFailure(
  step: OpenAiStep,
  request: Partial<ModelRequest> = {},
): Promise<AppError> {
  const stub = await startOpenAiStub([step]);
  closers.push(async () => stub.close());
  return failureOf(modelAt(stub.baseUrl), request);
}

function refusal(status: number, given: Partial<OpenAiFailure> = {}): OpenAiStep {
  return { kind: 'failure', status, message: 'The provider said so.', ...given };
}

async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(answer);
  await new Promise<void>((settle) => {
    server.listen(0, '127.0.0.1', settle);
  });
  closers.push(
    async () =>
      new Promise<void>((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test.each([
  [400, 'model-refused'],
  [401, 'model-unauthorised'],
  [402, 'model-refused'],
  [403, 'model-unauthorised'],
  [404, 'model-refused'],
  [408, 'model-timed-out'],
  [413, 'model-too-long'],
  [422, 'model-refused'],
  [429, 'model-rate-limited'],
  [500, 'model-overloaded'],
  [502, 'model-overloaded'],
  [503, 'model-overloaded'],
  [529, 'model-overloaded'],
])('status %i is %s, and keeps the status', async (status, code) => {
  const error = await openAiFailure(refusal(status));
  expect(error).toMatchObject({ code, details: { status } });
});

test('says who refused what, in both languages, in the provider’s own words', async () => {
  const error = await openAiFailure(refusal(404, { message: 'No such model: test-model' }));
  for (const text of [error.text.zh, error.text.en]) {
    expect(text).toContain('openai/test-model');
    expect(text).toMatch(/127\.0\.0\.1:\d+/);
    expect(text).toContain('No such model: test-model');
    expect(text).toContain('OPENAI_BASE_URL');
  }
});

test('shows no key, wherever the provider repeats it, and no more than 300 characters of it', async () => {
  const message = `Incorrect API key provided: ${KEY}. Bearer abcdefgh. ${'very '.repeat(200)}`;
  const error = await openAiFailure(refusal(401, { message }));
  const shown = JSON.stringify([error.message, error.text, error.details, String(error.cause)]);
  expect(shown).not.toContain(KEY);
  expect(shown).not.toContain('abcdefgh');
  expect(error.message).toContain('Incorrect API key provided: ***');
  expect(error.message.length).toBeLessThan(600);
});

test('keeps the conversation out of the error and its causes', async () => {
  const secret = 'what the person wrote';
  const error = await openAiFailure(refusal(500), { messages: [{ role: 'user', text: secret }] });
  expect(JSON.stringify([error, error.cause, Object.entries(error.cause ?? {})])).not.toContain(
    secret,
  );
});

test('says in the text how long to wait', async () => {
  const error = await openAiFailure(refusal(429, { headers: { 'retry-after': '7' } }));
  expect(error.text.zh).toContain('7 s');
  expect(error.text.en).toContain('7 s');
});

test.each([
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': 'Mon, 30 Nov 2026 00:01:30 GMT' }, 90_000],
  [{ 'retry-after': 'Sun, 29 Nov 2026 00:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'soon' }, undefined],
  [{}, undefined],
])('reads how long to wait from %o', async (headers, retryAfterMs) => {
  const error = await openAiFailure(refusal(429, { headers }));
  expect(error.details['retryAfterMs']).toBe(retryAfterMs);
});

test.each([
  ['insufficient_quota', 'You exceeded your current quota, please check your plan.', 429],
  ['invalid_request_error', 'Your credit balance is too low to access the API.', 400],
  ['Arrearage', 'Access denied, please make sure your account is in good standing.', 400],
  ['1113', '余额不足或无可用资源包,请充值。', 429],
])('an account without quota is refused, not asked again: %s', async (code, message, status) => {
  const error = await openAiFailure(refusal(status, { code, message }));
  expect(error.code).toBe('model-refused');
  expect(error.text.en).toContain('quota');
});

test.each([
  ['{"error": "plain text"}', 'plain text'],
  ['{"message": "at the top", "code": 7}', 'at the top'],
  ['{"detail": [{"loc": ["body"], "msg": "field required"}]}', 'field required'],
  ['{"errors": [{"message": "in a list"}]}', 'in a list'],
  ['{"base_resp": {"status_code": 1004, "status_msg": "login fail"}}', 'login fail'],
  ['<html><style>x{}</style><body><h1>Bad   Request</h1></body></html>', 'Bad Request'],
  ['plain', 'plain'],
  ['', 'Bad Request'],
])('finds the provider’s words in %s', async (body, words) => {
  const error = await openAiFailure({ kind: 'failure', status: 400, body });
  expect(error.code).toBe('model-refused');
  expect(error.text.en).toContain(words);
});

test.each([
  ['Requests which include `tool_use` or `tool_result` blocks must define tools', true],
  ['The toolConfig field must be defined when using toolUse content blocks.', true],
  ['Something else', undefined],
])('tells that a provider needs the tools of a history: %s', async (message, needsTools) => {
  const call = { type: 'tool-call', id: 'c', name: 'a', argumentsText: '{}' } as const;
  const request: Partial<ModelRequest> = {
    messages: [
      { role: 'user', text: 'go' },
      { role: 'assistant', parts: [call] },
      { role: 'tool', results: [{ id: 'c', name: 'a', output: 1, isError: false }] },
    ],
  };
  const error = await openAiFailure(refusal(400, { message }), request);
  expect(error.code).toBe('model-refused');
  expect(error.details['needsTools']).toBe(needsTools);
  const withTools = await openAiFailure(refusal(400, { message }), {
    ...request,
    tools: [toolOf('a')],
  });
  expect(withTools.details['needsTools']).toBeUndefined();
});

test.each([
  ['cut', 'model-cut'],
  ['silent', 'model-cut'],
  ['error', 'model-cut'],
] as const)('an answer that ends with "%s" is %s', async (end, code) => {
  for (const step of [{ text: 'half' }, { calls: [{ name: 'a', arguments: '{"x' }] }, {}]) {
    const error = await openAiFailure({ ...step, end });
    expect(error.code).toBe(code);
  }
});

test('a status that a server writes into its stream counts as one', async () => {
  const baseUrl = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"error": {"message": "Provider is busy", "code": 429}}\n\n');
  });
  const error = await failureOf(modelAt(baseUrl));
  expect(error).toMatchObject({ code: 'model-rate-limited', details: { status: 429 } });
});

test('a line of the stream that nobody can read cuts it', async () => {
  const baseUrl = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices": [\n\n');
  });
  expect(await failureOf(modelAt(baseUrl))).toMatchObject({ code: 'model-cut' });
});

test.each([
  ['text/html; charset=utf-8', '<html><body>Welcome</body></html>', 'Welcome'],
  ['application/json', '{"hello": 1}', 'hello'],
])('an address that answers 200 with %s is no model', async (media, body, words) => {
  const baseUrl = await serve((_, response) => {
    response.writeHead(200, { 'content-type': media }).end(body);
  });
  const error = await failureOf(modelAt(baseUrl));
  expect(error).toMatchObject({ code: 'model-refused' });
  expect(error.text.en).toContain(words);
  expect(error.text.en).toContain('OPENAI_BASE_URL');
});

test('a failure that is reported with status 200 is told as what it says', async () => {
  const baseUrl = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"error": {"message": "maximum context length is 4096 tokens"}}');
  });
  expect(await failureOf(modelAt(baseUrl))).toMatchObject({ code: 'model-too-long' });
});

test('a redirect is refused: the key and the conversation go nowhere else', async () => {
  let strangers = 0;
  const elsewhere = await serve((_, response) => {
    strangers++;
    response.end();
  });
  const error = await openAiFailure({
    kind: 'failure',
    status: 307,
    headers: { location: elsewhere },
  });
  expect(error).toMatchObject({ code: 'model-refused', details: { status: 307 } });
  expect(error.text.en).toContain(elsewhere);
  expect(strangers).toBe(0);
});

test('a port where nobody listens cannot be reached', async () => {
  const baseUrl = await serve(() => undefined);
  await Promise.all(closers.splice(0).map(async (close) => close()));
  const error = await failureOf(modelAt(baseUrl));
  expect(error.code).toBe('model-unreachable');
  expect(error.text.en).toContain('ECONNREFUSED');
});

test.each([
  ['a name that no server has', 'http://no-such-host.invalid/v1'],
  ['a server without TLS behind https', 'https'],
  ['a port that fetch refuses', 'http://127.0.0.1:1/v1'],
])('%s cannot be reached', async (_, address) => {
  const plain = await serve((_request, response) => response.end());
  const baseUrl = address === 'https' ? plain.replace('http:', 'https:') : address;
  expect(await failureOf(modelAt(baseUrl))).toMatchObject({ code: 'model-unreachable' });
});

test('a mistake in the request is neither the network’s nor the provider’s', async () => {
  const broken = [null] as unknown as ModelRequest['messages'];
  const error = await failureOf(modelAt('http://127.0.0.1:9/v1'), { messages: broken });
  expect(error.code).toBe('model-unavailable');
});

test('a server that hangs up before it answers cuts the answer', async () => {
  const baseUrl = await serve((request) => request.socket.destroy());
  expect(await failureOf(modelAt(baseUrl))).toMatchObject({ code: 'model-cut' });
});

test.each([
  [401, 'authentication_error', 'invalid x-api-key', 'model-unauthorised'],
  [400, 'invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum', 'model-too-long'],
  [413, 'request_too_large', 'Request exceeds the maximum size', 'model-too-long'],
  [429, 'rate_limit_error', 'This would exceed your rate limit', 'model-rate-limited'],
  [500, 'api_error', 'Internal server error', 'model-overloaded'],
  [529, 'overloaded_error', 'Overloaded', 'model-overloaded'],
] as const)('Anthropic’s %i %s is told too', async (...row) => {
  const [status, type, message, code] = row;
  const stub = await startAnthropicStub([{ kind: 'failure', status, type, message }]);
  closers.push(async () => stub.close());
  const error = await failureOf(modelAt(stub.baseUrl, 'anthropic'));
  expect(error).toMatchObject({ code, details: { status } });
  expect(error.text.zh).toContain(message);
});

test('a stop before and during the answer is stopped, and reaches the provider', async () => {
  const stub = await startOpenAiStub([{ kind: 'hang' }, { text: 'half', end: 'hang' }]);
  closers.push(async () => stub.close());
  const model = modelAt(stub.baseUrl);
  await expect(gather(model, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'stopped',
  });
  expect(stub.requests).toHaveLength(0);

  const early = new AbortController();
  const asked = gather(model, { signal: early.signal });
  while (stub.requests.length < 1) await new Promise((settle) => setTimeout(settle, 5));
  early.abort();
  await expect(asked).rejects.toMatchObject({ code: 'stopped' });
  await expect(stub.requests[0]?.left).resolves.toBe(true);

  const late = new AbortController();
  const halfway = gather(model, { signal: late.signal, onActivity: () => late.abort() });
  await expect(halfway).rejects.toMatchObject({ code: 'stopped' });
  await expect(stub.requests[1]?.left).resolves.toBe(true);
});
