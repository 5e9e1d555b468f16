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
const FLAT_BAR = 1.15;
const SHORT = 10;
const LONG = 50;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
/** Of each kind in a round; small ones, so that a busy moment of the machine falls on all kinds alike. */
const BATCHES = Number(process.env['BATCHES'] ?? 15);
const STEPS_A_BATCH = 100;
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

/** One thing that is measured; `medians` holds a round's median of CPU µs a step each, and their median counts. */
interface Kind {
  readonly turn: Turn;
  readonly steps: number;
  readonly baseUrl: string;
  readonly medians: number[];
}

const short = await startStub(SHORT);
const long = await startStub(LONG);
try {
  const kindOf = (turn: Turn, steps: number): Kind => {
    const { baseUrl } = steps === SHORT ? short : long;
    return { turn, steps, baseUrl, medians: [] };
  };
  const ours = { short: kindOf(ourTurn, SHORT), long: kindOf(ourTurn, LONG) };
  const theirs = { short: kindOf(theirTurn, SHORT), long: kindOf(theirTurn, LONG) };
  const only = process.env['ONLY'];
  await measure([
    ...(only === 'ai' ? [] : Object.values(ours)),
    ...(only === 'ours' ? [] : Object.values(theirs)),
  ]);
  printRatio(ours.short, theirs.short);
  printRatio(ours.long, theirs.long);
  const flat = middle(ours.long) / middle(ours.short);
  print({ bench: 'loop-step-flat', ratio: flat, bar: FLAT_BAR });
} finally {
  short.process.kill();
  long.process.kill();
}

async function measure(kinds: readonly Kind[]): Promise<void> {
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const costs = kinds.map((): number[] => []);
    for (let index = 0; index < BATCHES; index += 1)
      for (const [at, kind] of kinds.entries()) costs[at]?.push(await batch(kind));
    if (round > 0) for (const [at, kind] of kinds.entries()) kind.medians.push(median(costs[at]));
  }
}

async function batch({ turn, steps, baseUrl }: Kind): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < STEPS_A_BATCH; done += steps) await turn(baseUrl, steps);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / STEPS_A_BATCH;
}

function printRatio(ours: Kind, theirs: Kind): void {
  print({
    bench: `loop-step-${ours.steps}`,
    n: ours.steps,
    ratio: middle(ours) / middle(theirs),
    bar: BAR,
    ours_cpu_us: Math.round(middle(ours)),
    ai_cpu_us: Math.round(middle(theirs)),
  });
}

function middle({ medians }: Kind): number {
  return median(medians);
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

function median(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
