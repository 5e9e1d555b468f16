// What it costs to run a line of Python: in a fresh interpreter, in one from the stored memory, in the warm spare.

import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createCodeRunner,
  createPlainSandbox,
  type CodeResult,
  type CodeRunner,
  type Sandbox,
} from '#features/sandboxes/index.ts';
import { median } from './pairs.ts';

const BARS = { stored: 0.5, warm: 0.25 };
const ROUNDS = Number(process.env['ROUNDS'] ?? 9);

const folder = await realpath(await mkdtemp(join(tmpdir(), 'bench-run-code-')));
const workspace = join(folder, 'workspace');
const plain = createPlainSandbox();
/** Of each process that was started: its first word is that it is ready. */
const readiness: Promise<unknown>[] = [];
const sandbox: Sandbox = {
  ...plain,
  start: async (request) => {
    const started = await plain.start(request);
    if (started.channel !== undefined) readiness.push(once(started.channel, 'data'));
    return started;
  },
};

await mkdir(workspace);
try {
  for (const line of await measure()) process.stdout.write(`${JSON.stringify(line)}\n`);
} finally {
  await plain.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const warmRunner = runnerWith('shared');
  await run(warmRunner);
  const times: { cold: number; stored: number; warm: number }[] = [];
  // Interleaved, so that whatever else the machine does falls on all alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    const cold = await timeOnce(runnerWith(`fresh-${round}`));
    const stored = await timeOnce(runnerWith('shared'));
    await spareIsReady(warmRunner);
    times.push({ cold, stored, warm: await time(warmRunner) });
  }
  await warmRunner.close();
  const [cold, stored, warm] = (['cold', 'stored', 'warm'] as const).map((way) =>
    Math.round(median(times.map((each) => each[way]))),
  );
  const ratios = {
    stored: median(times.map((each) => each.stored / each.cold)),
    warm: median(times.map((each) => each.warm / each.stored)),
  };
  const ms = { cold_ms: cold, stored_ms: stored, warm_ms: warm };
  return [
    { bench: 'run-code-stored', ratio: ratios.stored, bar: BARS.stored, ...ms },
    { bench: 'run-code-warm', ratio: ratios.warm, bar: BARS.warm, ...ms },
  ];
}

/** After a run, which may have used up the one before. */
async function spareIsReady(runner: CodeRunner): Promise<void> {
  await run(runner);
  const seen = readiness.length;
  while (readiness.length === seen) await pause(5);
  await readiness.at(-1);
}

function runnerWith(cache: string): CodeRunner {
  return createCodeRunner({
    sandbox,
    cacheFolder: join(folder, cache),
    onProblem: (problem) => {
      throw problem;
    },
  });
}

async function timeOnce(runner: CodeRunner): Promise<number> {
  const took = await time(runner);
  await runner.close();
  return took;
}

async function time(runner: CodeRunner): Promise<number> {
  const start = performance.now();
  const told = await run(runner);
  if (told.result !== 2) throw new TypeError(JSON.stringify(told));
  return performance.now() - start;
}

async function run(runner: CodeRunner): Promise<CodeResult> {
  const { signal } = new AbortController();
  return await runner.run({ code: '1 + 1', workspace, wallMs: 60_000, signal, language: 'en' });
}
