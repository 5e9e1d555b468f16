import { afterEach, expect, test } from 'vitest';
import { gather } from '../../../tests/stubs/model-requests.ts';
import {
  startOpenAiStub,
  type OpenAiStep,
  type OpenAiStub,
} from '../../../tests/stubs/openai-stub.ts';
import type { Script } from '../../../tests/stubs/scripted-server.ts';
import type { ChatModel, ModelMessage } from './chat-model.ts';
import { createChatModel } from './create-chat-model.ts';

const stubs: OpenAiStub[] = [];

afterEach(async () => {
  await Promise.all(stubs.splice(0).map(async (stub) => stub.close()));
});

async function play(script: Script<OpenAiStep>): Promise<OpenAiStub> {
  const stub = await startOpenAiStub(script);
  stubs.push(stub);
  return stub;
}

function modelAt(baseUrl: string): ChatModel {
  let made = 0;
  return createChatModel({
    model: 'openai/test-model',
    openai: { apiKey: undefined, baseUrl },
    anthropic: { apiKey: undefined, baseUrl: 'https://api.anthropic.com/v1' },
    language: 'en',
    newCallId: () => `made-${++made}`,
  });
}

interface SentMessage {
  readonly role: string;
  readonly tool_calls?: readonly {
    readonly function: { readonly arguments: string };
  }[];
}

function bodyOf(stub: OpenAiStub, index = 0): { readonly messages: readonly SentMessage[] } {
  return stub.requests[index]?.body as { messages: SentMessage[] };
}

const DEEP = `{"a":${'['.repeat(3000)}${']'.repeat(3000)}}`;

const history: readonly ModelMessage[] = [{ role: 'user', text: 'go' }];

test('gives parallel calls in order, keeps malformed arguments, and reads none as {}', async () => {
  const stub = await play([
    {
      text: 'Calling.',
      calls: [
        { name: 'a', arguments: { x: 1 } },
        { name: 'b', arguments: '{"bad' },
        { name: 'c', arguments: '' },
      ],
    },
  ]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  expect(finish).toMatchObject({
    reason: 'tool-calls',
    parts: [
      { type: 'text', text: 'Calling.' },
      { type: 'tool-call', id: 'call_1', name: 'a', argumentsText: '{"x":1}' },
      { type: 'tool-call', id: 'call_2', name: 'b', argumentsText: '{"bad' },
      { type: 'tool-call', id: 'call_3', name: 'c', argumentsText: '{}' },
    ],
  });
});

test('half a call that the token limit cut is a malformed call with the reason length', async () => {
  const stub = await play([{ calls: [{ name: 'a', arguments: '{"x": "lo' }], finish: 'length' }]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  expect(finish).toMatchObject({
    reason: 'length',
    parts: [{ type: 'tool-call', name: 'a', argumentsText: '{"x": "lo' }],
  });
});

test('blank arguments that the token limit cut stay blank, those of a call before it are none', async () => {
  const calls = [
    { name: 'a', arguments: '' },
    { name: 'b', arguments: ' ' },
  ];
  const stub = await play([{ calls, finish: 'length' }, { calls }]);
  const cut = await gather(modelAt(stub.baseUrl));
  expect(cut.finish?.parts).toMatchObject([{ argumentsText: '{}' }, { argumentsText: '' }]);
  const whole = await gather(modelAt(stub.baseUrl));
  expect(whole.finish?.parts).toMatchObject([{ argumentsText: '{}' }, { argumentsText: '{}' }]);
});

test('gives a call as it was written however deep its arguments are nested', async () => {
  const stub = await play([{ calls: [{ name: 'a', arguments: DEEP }] }]);
  const { finish } = await gather(modelAt(stub.baseUrl));
  expect(finish?.parts).toMatchObject([{ name: 'a', argumentsText: DEEP }]);
});

test.each([
  ['{"bad', { _malformed: '{"bad' }],
  ['[1]', { _malformed: '[1]' }],
  ['"text"', { _malformed: '"text"' }],
  [DEEP, { _malformed: DEEP }],
  ['{"__proto__": {"x": 1}}', JSON.parse('{"__proto__": {"x": 1}}')],
])('sends past arguments as an object whatever they were: %.20s', async (argumentsText, sent) => {
  const stub = await play([{ text: 'ok' }]);
  await gather(modelAt(stub.baseUrl), {
    messages: [
      ...history,
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name: 'a', argumentsText }] },
      { role: 'tool', results: [{ id: 'c', name: 'a', output: 'no', isError: true }] },
    ],
  });
  const [, assistant, tool] = bodyOf(stub).messages;
  expect(assistant?.tool_calls?.[0]?.function.arguments).toBe(JSON.stringify(sent));
  expect(tool).toEqual({ role: 'tool', tool_call_id: 'c', content: 'no' });
});
