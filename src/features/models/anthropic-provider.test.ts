import { afterEach, expect, test } from 'vitest';
import {
  startAnthropicStub,
  type AnthropicStep,
  type AnthropicStub,
} from '../../../tests/stubs/anthropic-stub.ts';
import { gather, toolOf } from '../../../tests/stubs/model-requests.ts';
import type { Script } from '../../../tests/stubs/scripted-server.ts';
import type { ChatModel, ModelMessage } from './chat-model.ts';
import { createChatModel } from './create-chat-model.ts';

const stubs: AnthropicStub[] = [];
const mark = { cache_control: { type: 'ephemeral' } };

afterEach(async () => {
  await Promise.all(stubs.splice(0).map(async (stub) => stub.close()));
});

async function play(script: Script<AnthropicStep>): Promise<AnthropicStub> {
  const stub = await startAnthropicStub(script);
  stubs.push(stub);
  return stub;
}

function modelAt(baseUrl: string, given: { apiKey?: string; model?: string } = {}): ChatModel {
  return createChatModel({
    model: given.model ?? 'anthropic/claude-test',
    openai: { apiKey: undefined, baseUrl: 'https://api.openai.com/v1' },
    anthropic: { apiKey: given.apiKey, baseUrl },
    language: 'en',
    newCallId: () => 'made-1',
  });
}

interface SentBody {
  readonly system: readonly object[];
  readonly tools: readonly { readonly cache_control?: object }[];
  readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
}

function bodyOf(stub: AnthropicStub, index = 0): SentBody {
  return stub.requests[index]?.body as SentBody;
}

test('streams thinking and text, and counts what the cache gave among the input', async () => {
  const stub = await play([
    {
      thinking: { text: 'Hm.', signature: 'signed' },
      text: ['Hel', 'lo'],
      usage: { input: 10, output: 4, cacheRead: 80, cacheWritten: 5 },
    },
  ]);
  const { deltas, finish } = await gather(modelAt(stub.baseUrl));
  expect(deltas).toEqual([
    { type: 'reasoning-delta', text: 'Hm.' },
    { type: 'text-delta', text: 'Hel' },
    { type: 'text-delta', text: 'lo' },
  ]);
  expect(finish).toMatchObject({
    reason: 'stop',
    parts: [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Hello' },
    ],
    usage: { inputTokens: 95, cachedInputTokens: 80, outputTokens: 4 },
  });
});

test('gives thinking back with its signature, redacted thinking too, and calls with their results', async () => {
  const stub = await play([
    {
      thinking: { text: 'Hm.', signature: 'signed' },
      redacted: 'opaque',
      calls: [
        { name: 'add', input: { a: 1 } },
        { name: 'add', input: '{"a' },
      ],
    },
    { text: 'ok' },
  ]);
  const model = modelAt(stub.baseUrl);
  const { finish } = await gather(model, { tools: [toolOf('add')] });
  expect(finish?.reason).toBe('tool-calls');
  // What is stored between two steps is JSON.
  const parts = JSON.parse(JSON.stringify(finish?.parts ?? []));
  await gather(model, {
    tools: [toolOf('add')],
    messages: [
      { role: 'user', text: 'go' },
      { role: 'assistant', parts },
      {
        role: 'tool',
        results: [
          { id: 'toolu_1', name: 'add', output: { sum: 1 }, isError: false },
          { id: 'toolu_2', name: 'add', output: { ok: false }, isError: true },
        ],
      },
    ],
  });
  expect(bodyOf(stub, 1).messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'signed' },
        { type: 'redacted_thinking', data: 'opaque' },
        { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } },
        { type: 'tool_use', id: 'toolu_2', name: 'add', input: { _malformed: '{"a' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: '{"sum":1}' },
        {
          type: 'tool_result',
          tool_use_id: 'toolu_2',
          content: '{"ok":false}',
          is_error: true,
          ...mark,
        },
      ],
    },
  ]);
});

test('does not send one model the thinking of another, and sends ids of other providers in a form it takes', async () => {
  const stub = await play([{ thinking: { text: 'Hm.', signature: 's' }, text: 'A.' }, {}]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  const call = {
    type: 'tool-call',
    id: 'functions.add:0',
    name: 'add',
    argumentsText: '{}',
  } as const;
  await gather(modelAt(stub.baseUrl, { model: 'anthropic/claude-other' }), {
    messages: [
      { role: 'user', text: 'go' },
      { role: 'assistant', parts: [...(finish?.parts ?? []), call] },
      { role: 'tool', results: [{ id: call.id, name: 'add', output: 1, isError: false }] },
    ],
  });
  const [, assistant, results] = bodyOf(stub, 1).messages;
  expect(assistant?.content).toEqual([
    { type: 'text', text: 'A.' },
    { type: 'tool_use', id: 'functions_add_0', name: 'add', input: {} },
  ]);
  expect(results?.content[0]).toMatchObject({ tool_use_id: 'functions_add_0' });
});

test('marks the tools, the system prompt and the newest lasting message for the cache', async () => {
  const stub = await play(() => ({ text: 'ok' }));
  const messages: readonly ModelMessage[] = [
    { role: 'system', text: 'Fixed.' },
    { role: 'system', text: 'Role.' },
    { role: 'user', text: 'go' },
    { role: 'system', text: 'It is noon.' },
  ];
  await gather(modelAt(stub.baseUrl), { messages, tools: [toolOf('a'), toolOf('b')] });
  const { system, tools, messages: sent } = bodyOf(stub);
  expect(system).toEqual([
    { type: 'text', text: 'Fixed.' },
    { type: 'text', text: 'Role.', ...mark },
  ]);
  expect(tools.map((tool) => tool.cache_control)).toEqual([undefined, mark.cache_control]);
  expect(sent).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'go', ...mark },
        { type: 'text', text: '<system-notice>\nIt is noon.\n</system-notice>' },
      ],
    },
  ]);
});

test('sends the tools with tool_choice none where the model may not call', async () => {
  const stub = await play([{ text: 'ok' }]);
  await gather(modelAt(stub.baseUrl), { tools: [toolOf('add')], toolChoice: 'none' });
  expect(bodyOf(stub)).toMatchObject({ tool_choice: { type: 'none' }, tools: [{ name: 'add' }] });
});

test('sends the key of the settings, never one of its own environment', async () => {
  const stub = await play(() => ({ text: 'ok' }));
  await gather(modelAt(stub.baseUrl, { apiKey: 'k-1' }));
  await gather(modelAt(stub.baseUrl));
  expect(stub.requests.map(({ headers }) => headers['x-api-key'] ?? '')).toEqual(['k-1', '']);
  expect(stub.requests[0]?.path).toBe('/v1/messages');
});

test('sends nothing to a host that takes nothing without a key, and names the variable', async () => {
  await expect(gather(modelAt('https://api.anthropic.com/v1'))).rejects.toMatchObject({
    code: 'model-unauthorised',
    message: expect.stringContaining('ANTHROPIC_API_KEY is not set'),
  });
});

test('gives an id of its own to a call whose id was there before', async () => {
  const stub = await play([
    {
      calls: [
        { id: 'same', name: 'a', input: {} },
        { id: 'same', name: 'b', input: {} },
      ],
    },
  ]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  expect(finish?.parts).toMatchObject([
    { id: 'same', name: 'a' },
    { id: 'made-1', name: 'b' },
  ]);
});

test('half a call that the token limit cut is a malformed call with the reason length', async () => {
  const stub = await play([{ calls: [{ name: 'a', input: '{"x": "lo' }], stop: 'max_tokens' }]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  expect(finish).toMatchObject({ reason: 'length', parts: [{ argumentsText: '{"x": "lo' }] });
});

test('blank arguments that the token limit cut stay blank', async () => {
  const calls = [{ name: 'a', input: '' }];
  const stub = await play([{ calls, stop: 'max_tokens' }, { calls }]);
  const cut = await gather(modelAt(stub.baseUrl));
  expect(cut.finish).toMatchObject({ reason: 'length', parts: [{ argumentsText: '' }] });
  const whole = await gather(modelAt(stub.baseUrl));
  expect(whole.finish?.parts).toMatchObject([{ argumentsText: '{}' }]);
});

test('a refusal of the model is a finish of the kind content-filter', async () => {
  const stub = await play([{ text: 'No.', stop: 'refusal' }]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  expect(finish?.reason).toBe('content-filter');
});

test.each(['cut', 'silent', 'hang'] as const)(
  'half an answer that the provider did not finish is model-cut or stays open: %s',
  async (end) => {
    const stub = await play([{ calls: [{ name: 'a', input: '{"x' }], end }]);
    const stop = new AbortController();
    const asked = gather(modelAt(stub.baseUrl), {
      signal: stop.signal,
      onActivity: () => {
        if (end === 'hang') stop.abort();
      },
    });
    await expect(asked).rejects.toMatchObject({ code: end === 'hang' ? 'stopped' : 'model-cut' });
  },
);

test('an overloaded provider that answers 200 first is overloaded all the same', async () => {
  const stub = await play([{ end: 'error' }, { text: 'Half', end: 'error' }]);
  const model = modelAt(stub.baseUrl);
  await expect(gather(model)).rejects.toMatchObject({ code: 'model-overloaded' });
  await expect(gather(model)).rejects.toMatchObject({ code: 'model-overloaded' });
});
