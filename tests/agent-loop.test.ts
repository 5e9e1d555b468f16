// The model–tool loop against a provider that speaks HTTP.

import { afterEach, expect, test } from 'vitest';
import { runLoop, type ToolFace } from '#features/agents/index.ts';
import { createChatModel } from '#features/models/index.ts';
import { settleReturned } from '#features/results/index.ts';
import { createMemoryCallLedger } from '#features/runs/index.ts';
import { startOpenAiStub, type OpenAiStep, type OpenAiStub } from './stubs/openai-stub.ts';

let stub: OpenAiStub | undefined;
afterEach(() => stub?.close());

const face: ToolFace = {
  definitions: () => [
    { name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } },
  ],
  call: async ({ tool, input }) =>
    settleReturned({ skill: tool, value: { success: true, ...input }, language: 'en' }),
};

interface SentBody {
  readonly tools?: readonly unknown[];
  readonly tool_choice?: string;
  readonly messages: readonly {
    readonly role: string;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly { readonly id: string }[];
  }[];
}

async function play(script: readonly OpenAiStep[] | ((body: SentBody) => OpenAiStep)) {
  const started = await startOpenAiStub(
    typeof script === 'function' ? ({ body }) => script(body as SentBody) : script,
  );
  stub = started;
  const access = { apiKey: undefined, baseUrl: started.baseUrl };
  const result = await runLoop(
    {
      model: createChatModel({
        model: 'openai/stub',
        openai: access,
        anthropic: access,
        language: 'en',
      }),
      face,
      ledger: createMemoryCallLedger(),
      limits: {
        maxRounds: 3,
        loopMs: 600_000,
        toolWallMs: 60_000,
        failPerTool: 4,
        failTotal: 8,
        contextTokens: 64_000,
      },
    },
    {
      messages: [{ role: 'user', text: 'go' }],
      signal: new AbortController().signal,
      language: 'en',
      onEvent: () => undefined,
    },
  );
  return { result, bodies: started.requests.map(({ body }) => body as SentBody) };
}

test('GRD-02 gets a last word from a provider that wants the tools of a history that used them', async () => {
  let round = 0;
  const { result, bodies } = await play(({ tools, tool_choice: choice }) => {
    if (tools === undefined) {
      return {
        kind: 'failure',
        status: 400,
        message: 'Requests which include tool calls must define tools.',
      };
    }
    if (choice === 'none') return { text: 'Here it is.', calls: [{ name: 'echo', arguments: {} }] };
    return { calls: [{ name: 'echo', arguments: { round: (round += 1) } }] };
  });
  expect(result).toMatchObject({ reason: 'rounds', rounds: 3, text: 'Here it is.' });
  expect(bodies.at(-1)).toMatchObject({ tool_choice: 'none', tools: [{}] });
});

test('a server that gives every call the same id is answered with a conversation of unique ones', async () => {
  const same = { id: 'call_0', name: 'echo' };
  const { result, bodies } = await play([
    {
      calls: [
        { ...same, arguments: { n: 1 } },
        { ...same, arguments: { n: 2 } },
      ],
    },
    { calls: [{ ...same, arguments: { n: 3 } }] },
    { text: 'ok' },
  ]);
  expect(result.text).toBe('ok');
  const messages = bodies.at(-1)?.messages ?? [];
  const asked = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
  const answered = messages.flatMap(({ tool_call_id: id }) => id ?? []);
  expect(new Set(asked).size).toBe(3);
  expect(answered).toEqual(asked);
});

test('GRD-05 half a call comes back as a validation failure over HTTP, too', async () => {
  const { result } = await play([
    { calls: [{ name: 'echo', arguments: '{"city": "Xi' }], finish: 'length' },
    { calls: [{ name: 'ehco', arguments: {} }] },
    { text: 'sorry' },
  ]);
  expect(result).toMatchObject({ text: 'sorry', failures: 1, rounds: 2 });
  expect(JSON.stringify(result.newMessages)).toContain('output limit');
});
