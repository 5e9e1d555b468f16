// How late another session's tokens come while a skill gives back 50 MB, from the worker's pipe to the receipt.

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeRuntime } from '#features/runtimes/index.ts';
import { createPlainSandbox } from '#features/sandboxes/index.ts';
import { scriptedExecution } from '../src/features/execution/testing/scripted-execution.ts';
import { print } from './cpu-rounds.ts';

const BAR_MS = 100;
const MEGABYTES = Number(process.env['MEGABYTES'] ?? 50);
/** As often as a fast model gives tokens. */
const TOKEN_MS = 5;
const HANDLER = `
export async function execute(input: any): Promise<object> {
  const count = Math.round(input.megabytes * 1024 * 1024 / 100);
  const rows = Array.from({ length: count }, (_, id) => ({ id, name: 'customer ' + id, note: 'n'.repeat(50) }));
  return { success: true, rows };
}
`;

const folder = await realpath(await mkdtemp(join(tmpdir(), 'bench-delay-')));
const sandbox = createPlainSandbox();
const runtime = createNodeRuntime({
  sandbox,
  cacheFolder: join(folder, 'cache'),
  spillFolder: join(folder, 'spilled'),
  language: 'en',
});
try {
  await measure(MEGABYTES, 5);
  // What is still in memory when it is handed to a thread.
  await measure(3, 40);
} finally {
  await runtime.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(megabytes: number, rounds: number): Promise<void> {
  const skill = join(folder, 'skill');
  await mkdir(skill, { recursive: true });
  await writeFile(join(skill, 'handler.ts'), HANDLER);
  const handler = { file: 'handler.ts', language: 'node' } as const;
  const { execute } = scriptedExecution(
    join(folder, 'workspaces'),
    { big: () => ({ status: 'no-entry' }) },
    { packages: { big: { folder: skill, handler } }, parts: { runtimes: [runtime] } },
  );
  const late: number[] = [];
  const tokens = startTokens(late);
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const { envelope } = await execute('big', { input: { megabytes } });
    if (envelope['offloaded'] !== true) throw new TypeError(JSON.stringify(envelope));
  }
  clearInterval(tokens);
  const p99 = late.toSorted((a, b) => a - b)[Math.floor(late.length * 0.99)] ?? Number.NaN;
  print({
    bench: `offload-delay-${megabytes}`,
    ratio: p99 / BAR_MS,
    bar: 1,
    p99_ms: Math.round(p99 * 10) / 10,
    worst_ms: Math.round(Math.max(...late)),
    a_result_ms: Math.round((performance.now() - start) / rounds),
    tokens: late.length,
  });
}

/** Each token notes how long after its time it came. */
function startTokens(late: number[]): NodeJS.Timeout {
  let due = performance.now() + TOKEN_MS;
  return setInterval(() => {
    const now = performance.now();
    late.push(Math.max(0, now - due));
    due = now + TOKEN_MS;
  }, TOKEN_MS);
}
