import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createChatModel, type ChatModel, type ModelMessage } from '#features/models/index.ts';
import { gather, toolOf } from './model-requests.ts';
import { startOpenAiStub, toolRounds } from './openai-stub.ts';

function modelAt(baseUrl: string): ChatModel {
  const access = { apiKey: undefined, baseUrl };
  return createChatModel({ model: 'openai/m', openai: access, anthropic: access, language: 'en' });
}

/** Answers every call with 1 until the model writes a text. */
async function converse(model: ChatModel, given: readonly ModelMessage[]): Promise<ModelMessage[]> {
  const messages = [...given];
  for (;;) {
    const { finish } = await gather(model, { messages, tools: [toolOf('count'), toolOf('zero')] });
    const parts = finish?.parts ?? [];
    messages.push({ role: 'assistant', parts });
    const results = parts.flatMap((part) =>
      part.type === 'tool-call'
        ? [{ id: part.id, name: part.name, output: 1, isError: false }]
        : [],
    );
    if (results.length === 0) return messages;
    messages.push({ role: 'tool', results });
  }
}

test('plays its rounds anew in every turn of a conversation, with calls unlike each other', async () => {
  const stub = await startOpenAiStub(toolRounds(2, { tool: 'zero', input: { x: 1 } }));
  const first = await converse(modelAt(stub.baseUrl), [{ role: 'user', text: 'one' }]);
  const both = await converse(modelAt(stub.baseUrl), [...first, { role: 'user', text: 'two' }]);
  await stub.close();
  const parts = both.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  const calls = parts.filter((part) => part.type === 'tool-call');
  expect(stub.requests).toHaveLength(6);
  expect(calls.map(({ name, argumentsText }) => [name, argumentsText])).toEqual([
    ['zero', '{"x":1,"step":0}'],
    ['zero', '{"x":1,"step":1}'],
    ['zero', '{"x":1,"step":0}'],
    ['zero', '{"x":1,"step":1}'],
  ]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(4);
  expect(parts.at(-1)).toEqual({ type: 'text', text: 'Done after 2 calls.' });
});

test('runs alone, prints its address, and takes its rounds from STEPS', async () => {
  const file = fileURLToPath(new URL('openai-stub.ts', import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, STEPS: '1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = await child.stdout.setEncoding('utf8').take(1).toArray();
    const messages = await converse(modelAt(String(line).trim()), [{ role: 'user', text: 'go' }]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  } finally {
    child.kill();
  }
});
