// How much cheaper a warm Python call is than starting an interpreter for it, at the runtime's door.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createPythonRuntime,
  findPython,
  type RunHost,
  type SkillEntry,
} from '#features/runtimes/index.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';

const BAR = 50;
const COLD_ROUNDS = 21;
const WARM_CALLS_A_ROUND = 20;

const HANDLER = `
import asyncio, json, re

async def execute(input_data, ctx):
    words = re.findall(r"\\w+", input_data["text"])
    return {"success": True, "data": {"count": len(words), "words": words}}
`;
const INPUT = { text: 'the quick brown fox jumps over the lazy dog' };
const ONCE = `
import asyncio, json, runpy, sys
execute = runpy.run_path(sys.argv[1])["execute"]
print(json.dumps(asyncio.run(execute(json.loads(sys.argv[2]), {}))))
`;

const folder = await mkdtemp(join(tmpdir(), 'qiao-bench-'));
const sandbox = createPlainSandbox();
const runtime = createPythonRuntime({ sandbox, spillFolder: folder, language: 'en' });
try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  await runtime.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure() {
  const file = join(folder, 'handler.py');
  await writeFile(file, HANDLER);
  const python = (await findPython()).path;
  const { entry, host } = await prepare();
  const warm: number[] = [];
  const cold: number[] = [];
  const call = async () => {
    const { outcome } = await runtime.run(entry, INPUT, host);
    if (outcome.status !== 'returned') throw new TypeError(JSON.stringify(outcome));
  };
  await call();
  // Interleaved, so that whatever else the machine does falls on both alike.
  for (let round = 0; round < COLD_ROUNDS; round++) {
    const args = ['-I', '-c', ONCE, file, JSON.stringify(INPUT)];
    cold.push(await time(() => promisify(execFile)(python, args)));
    for (let each = 0; each < WARM_CALLS_A_ROUND; each++) warm.push(await time(call));
  }
  const [warmMs, coldMs] = [median(warm), median(cold)];
  return { bench: 'python-call', ratio: round2(coldMs / warmMs), bar: BAR, warmMs: round2(warmMs), coldMs: round2(coldMs) }; // prettier-ignore
}

async function prepare(): Promise<{ readonly entry: SkillEntry; readonly host: RunHost }> {
  const workspace = join(folder, 'workspace');
  await mkdir(workspace);
  const program = { kind: 'handler', file: 'handler.py', language: 'python' } as const;
  return {
    entry: {
      skill: 'words',
      version: '1',
      folder,
      program,
      environment: {},
      network: { kind: 'public' },
    },
    host: {
      workspace,
      context: { user_id: 'u', session_id: 's' },
      limits: { wallMs: 60_000, processMs: 60_000, memoryBytes: 512 * 1024 * 1024 },
      signal: new AbortController().signal,
      callSkill: absent,
      provider: { chat: absent },
      database: { open: absent, execute: absent, end: absent },
      progress: () => undefined,
    },
  };
}

function absent(): Promise<never> {
  return Promise.reject(new TypeError('not part of this bench'));
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
