// Node's CPU time for one tool step of a turn: our loop, with its guard, ledger and clocks, against `ai`'s streamText.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { dynamicTool, isStepCount, jsonSchema, streamText } from 'ai';
import type { JsonObject } from '#base/json.ts';
import { runLoop, turnClockMs, type ToolFace } from '#features/agents/index.ts';
import { createChatModel, withRetries, withTimeouts } from '#features/models/index.ts';
import { settleFailure, settleReturned } from '#features/results/index.ts';
import { createMemoryCallLedger } from '#features/runs/index.ts';

const BAR = 0.7;
const STEPS = [10, 50] as const;
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const BATCHES = Number(process.env['BATCHES'] ?? 3);
/** Steps of one batch, whatever the length of its turns. */
const STEPS_A_BATCH = Number(process.env['STEPS_A_BATCH'] ?? 600);
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

type Turn = (baseUrl: string, steps: number) => Promise<void>;

const costs = [];
for (const n of STEPS) {
  const stub = await startStub(n);
  try {
    costs.push({ n, ...(await measure(stub.baseUrl, n)) });
  } finally {
    stub.process.kill();
  }
}
for (const { n, ours, theirs } of costs) {
  const line = { bench: `loop-step-${n}`, n, ratio: ours / theirs, bar: BAR };
  print({ ...line, ours_cpu_us: Math.round(ours), ai_cpu_us: Math.round(theirs) });
}
const [short, long] = costs;
if (short !== undefined && long !== undefined)
  print({ bench: 'loop-step-flat', ratio: long.ours / short.ours, bar: 1.15 });

async function measure(baseUrl: string, n: number): Promise<{ ours: number; theirs: number }> {
  const only = process.env['ONLY'];
  const batch = async (turn: Turn): Promise<number> => {
    const turns = Math.max(1, Math.round(STEPS_A_BATCH / n));
    const before = process.cpuUsage();
    for (let index = 0; index < turns; index += 1) await turn(baseUrl, n);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / (turns * n);
  };
  const medians: { ours: number; theirs: number }[] = [];
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let index = 0; index < BATCHES; index += 1) {
      // Interleaved, so that whatever else the machine does falls on both alike.
      if (only !== 'ai') ours.push(await batch(ourTurn));
      if (only !== 'ours') theirs.push(await batch(theirTurn));
    }
    if (round > 0) medians.push({ ours: median(ours), theirs: median(theirs) });
  }
  return {
    ours: Math.min(...medians.map(({ ours }) => ours)),
    theirs: Math.min(...medians.map(({ theirs }) => theirs)),
  };
}

async function ourTurn(baseUrl: string, steps: number): Promise<void> {
  const result = await runLoop(
    {
      model: ourModel(baseUrl),
      face: ourFace(),
      ledger: createMemoryCallLedger(),
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
      onEvent: () => undefined,
    },
  );
  expectSteps(result.rounds, result.text, steps);
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

function ourFace(): ToolFace {
  return {
    definitions: () => TOOLS.map((tool) => ({ ...tool, inputSchema: SCHEMA })),
    async call({ tool, input }) {
      const context = { skill: tool, language: 'en' } as const;
      if (!isValid(input))
        return settleFailure({ error: 'step is missing', needParam: 'step' }, context);
      return settleReturned({ ...context, value: work(input) });
    },
  };
}

async function theirTurn(baseUrl: string, steps: number): Promise<void> {
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

async function startStub(steps: number) {
  const child = spawn(process.execPath, [STUB], {
    env: { STEPS: String(steps), TOOL: 'advance' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [baseUrl] = await once(createInterface({ input: child.stdout }), 'line');
  return { process: child, baseUrl: String(baseUrl) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
