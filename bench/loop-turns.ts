// The turns that are compared: our loop's and those of `ai`'s streamText, with the same tools on the same stub.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { dynamicTool, isStepCount, jsonSchema, streamText } from 'ai';
import type { JsonObject } from '#base/json.ts';
import {
  runLoop,
  turnClockMs,
  type CallLedger,
  type LoopEvent,
  type LoopResult,
  type ToolFace,
} from '#features/agents/index.ts';
import { createChatModel, withRetries, withTimeouts } from '#features/models/index.ts';
import { settleFailure, settleReturned, type SettledResult } from '#features/results/index.ts';

const STUB = fileURLToPath(new URL('../tests/stubs/openai-stub.ts', import.meta.url));

const SYSTEM = 'You are a test. Use the tools until you know the answer.';
const QUESTION = 'go';
const SCHEMA = {
  type: 'object',
  properties: {
    step: { type: 'number', description: 'The number of this step' },
    note: { type: 'string', description: 'A remark' },
  },
  required: ['step'],
} satisfies JsonObject;
const TOOLS = ['advance', 'look_up', 'send_note'].map((name) => ({
  name,
  description: `Does what ${name} says, once.`,
}));

/** What our turn keeps, besides running. */
export interface Keeping {
  readonly ledger: CallLedger;
  readonly onEvent: (event: LoopEvent) => void;
  readonly onCall: (id: string, tool: string, result: SettledResult) => Promise<void>;
}

export async function ourTurn(
  baseUrl: string,
  steps: number,
  { ledger, onEvent, onCall }: Keeping,
): Promise<LoopResult> {
  const result = await runLoop(
    {
      model: ourModel(baseUrl),
      face: ourFace(onCall),
      ledger,
      limits: {
        maxRounds: steps + 5,
        loopMs: turnClockMs(300, 1800),
        toolWallMs: 1_800_000,
        failPerTool: 4,
        failTotal: 8,
        contextTokens: 64_000,
      },
    },
    {
      messages: [
        { role: 'system', text: SYSTEM },
        { role: 'user', text: QUESTION },
      ],
      signal: new AbortController().signal,
      language: 'en',
      onEvent,
    },
  );
  expectSteps(result.rounds, result.text, steps);
  return result;
}

/** As the app composes it: with retries and time limits. */
function ourModel(baseUrl: string) {
  const access = { apiKey: 'none', baseUrl };
  const model = createChatModel({
    model: 'openai/stub',
    openai: access,
    anthropic: access,
    language: 'en',
  });
  return withRetries(withTimeouts(model, { firstChunkMs: 120_000, idleMs: 120_000 }), {
    attempts: 3,
  });
}

function ourFace(onCall: Keeping['onCall']): ToolFace {
  return {
    definitions: () => TOOLS.map((tool) => ({ ...tool, inputSchema: SCHEMA })),
    async call({ id, tool, input }) {
      const result = settled(tool, input);
      await onCall(id, tool, result);
      return result;
    },
  };
}

function settled(tool: string, input: JsonObject): SettledResult {
  const context = { skill: tool, language: 'en' } as const;
  if (!isValid(input))
    return settleFailure({ error: 'step is missing', needParam: 'step' }, context);
  return settleReturned({ ...context, value: work(input) });
}

export async function theirTurn(baseUrl: string, steps: number): Promise<void> {
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    apiKey: 'none',
    includeUsage: true,
  });
  const schema = jsonSchema<JsonObject>(SCHEMA, {
    validate: (value) =>
      isValid(value)
        ? { success: true, value }
        : { success: false, error: new TypeError('step is missing') },
  });
  const tools = TOOLS.map(({ name, description }) => [
    name,
    dynamicTool({
      description,
      inputSchema: schema,
      execute: async (input) => (isValid(input) ? work(input) : null),
    }),
  ]);
  const result = streamText({
    model: provider.chatModel('stub'),
    instructions: SYSTEM,
    prompt: QUESTION,
    tools: Object.fromEntries(tools),
    stopWhen: isStepCount(steps + 5),
  });
  let text = '';
  let calls = 0;
  for await (const part of result.stream) {
    if (part.type === 'tool-result') calls += 1;
    if (part.type === 'text-delta') text += part.text;
  }
  expectSteps(calls, text, steps);
}

function isValid(input: unknown): input is JsonObject {
  return (
    typeof input === 'object' && input !== null && 'step' in input && typeof input.step === 'number'
  );
}

function work(input: JsonObject): JsonObject {
  return { success: true, data: { step: input['step'] ?? null, found: 'nothing yet' } };
}

function expectSteps(calls: number, text: string, steps: number): void {
  if (calls !== steps || text === '')
    throw new TypeError(`${calls} calls of ${steps}, then ${JSON.stringify(text)}`);
}

export interface Stub {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

export async function startStub(steps: number): Promise<Stub> {
  const child = spawn(process.execPath, [STUB], {
    env: { STEPS: String(steps), TOOL: 'advance' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [baseUrl] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, baseUrl: String(baseUrl) };
}
