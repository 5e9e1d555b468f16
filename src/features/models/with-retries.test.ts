import { afterEach, expect, test } from 'vitest';
import { gather, requestOf } from '../../../tests/stubs/model-requests.ts';
import {
  startOpenAiStub,
  type OpenAiStep,
  type OpenAiStub,
} from '../../../tests/stubs/openai-stub.ts';
import type { ChatModel } from './chat-model.ts';
import { createChatModel } from './create-chat-model.ts';
import { withRetries, type ModelRetry, type RetryParts } from './with-retries.ts';

const stubs: OpenAiStub[] = [];

afterEach(async () => {
  await Promise.all(stubs.splice(0).map(async (stub) => stub.close()));
});

async function retried(
  steps: readonly OpenAiStep[],
  parts: Partial<RetryParts> = {},
): Promise<{ model: ChatModel; stub: OpenAiStub; waits: number[]; retries: ModelRetry[] }> {
  const stub = await startOpenAiStub(steps);
  stubs.push(stub);
  const waits: number[] = [];
  const retries: ModelRetry[] = [];
  const inner = createChatModel({
    model: 'openai/m',
    openai: { apiKey: undefined, baseUrl: stub.baseUrl },
    anthropic: { apiKey: undefined, baseUrl: stub.baseUrl },
    language: 'en',
  });
  const model = withRetries(inner, {
    attempts: 3,
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 0.5,
    onRetry: (retry) => retries.push(retry),
    ...parts,
  });
  return { model, stub, waits, retries };
}

const failure = (status: number, headers: Record<string, string> = {}): OpenAiStep => ({
  kind: 'failure',
  status,
  headers,
});

test.each([
  ['a rate limit', failure(429)],
  ['an overloaded server', failure(503)],
  ['a time-out of the server', failure(408)],
  ['an answer cut before its first word', { end: 'cut' }],
  ['an answer that ends before its first word', { end: 'silent' }],
  ['half a call', { calls: [{ name: 'a', arguments: '{"x' }], end: 'cut' }],
] as const)('asks again after %s', async (_, step) => {
  const { model, stub } = await retried([step, { text: 'ok' }]);
  expect((await gather(model)).text).toBe('ok');
  expect(stub.requests).toHaveLength(2);
});

test.each([400, 401, 404, 413])('does not ask again after status %i', async (status) => {
  const { model, stub } = await retried([failure(status), { text: 'ok' }]);
  await expect(gather(model)).rejects.toMatchObject({ details: { status } });
  expect(stub.requests).toHaveLength(1);
});

test('does not ask again after a used-up quota', async () => {
  const { model, stub } = await retried([
    { kind: 'failure', status: 429, code: 'insufficient_quota' },
    { text: 'ok' },
  ]);
  await expect(gather(model)).rejects.toMatchObject({ code: 'model-refused' });
  expect(stub.requests).toHaveLength(1);
});

test('does not ask again once a word was given', async () => {
  const { model, stub } = await retried([{ text: 'half', end: 'cut' }, { text: 'ok' }]);
  await expect(gather(model)).rejects.toMatchObject({ code: 'model-cut' });
  expect(stub.requests).toHaveLength(1);
});

test('waits longer each time, with jitter, tells of it, and gives up after the last attempt', async () => {
  const { model, stub, waits, retries } = await retried([
    failure(500),
    failure(500),
    failure(500),
    { text: 'never' },
  ]);
  await expect(gather(model)).rejects.toMatchObject({
    code: 'model-overloaded',
    message: expect.stringContaining('3 attempts'),
    details: { attempts: 3, status: 500 },
  });
  expect(stub.requests).toHaveLength(3);
  expect(waits).toEqual([750, 1500]);
  expect(retries.map(({ attempt, waitMs, error }) => [attempt, waitMs, error.code])).toEqual([
    [1, 750, 'model-overloaded'],
    [2, 1500, 'model-overloaded'],
  ]);
});

test('waits as long as the provider asks', async () => {
  const { model, waits } = await retried([failure(429, { 'retry-after': '60' }), { text: 'ok' }]);
  expect((await gather(model)).text).toBe('ok');
  expect(waits).toEqual([60_000]);
});

test('fails at once, saying how long, where the provider asks for more than a minute', async () => {
  const { model, stub, waits } = await retried([
    failure(429, { 'retry-after': '61' }),
    { text: 'ok' },
  ]);
  await expect(gather(model)).rejects.toMatchObject({
    code: 'model-rate-limited',
    message: expect.stringContaining('61 s'),
    details: { retryAfterMs: 61_000 },
  });
  expect(waits).toEqual([]);
  expect(stub.requests).toHaveLength(1);
});

test('a stop ends the real wait at once', async () => {
  const stop = new AbortController();
  const stub = await startOpenAiStub([failure(429, { 'retry-after': '60' })]);
  stubs.push(stub);
  const inner = createChatModel({
    model: 'openai/m',
    openai: { apiKey: undefined, baseUrl: stub.baseUrl },
    anthropic: { apiKey: undefined, baseUrl: stub.baseUrl },
    language: 'en',
  });
  const model = withRetries(inner, {
    attempts: 3,
    onRetry: () => setImmediate(() => stop.abort()),
  });
  await expect(gather(model, { signal: stop.signal })).rejects.toMatchObject({ code: 'stopped' });
  expect(stub.requests).toHaveLength(1);
});

test('passes on what the model gives, and its name', async () => {
  const { model } = await retried([{ text: ['a', 'b'] }]);
  expect(model.id).toBe('openai/m');
  const types: string[] = [];
  for await (const part of model.stream(requestOf())) types.push(part.type);
  expect(types).toEqual(['text-delta', 'text-delta', 'finish']);
});
