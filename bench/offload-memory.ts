// How much memory a filter over a stored result of 80 MB takes, against the file's size.

import { spawnSync } from 'node:child_process';
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createReadResult } from '#builtin/read_result/handler.ts';
import { createResultThreads } from '#features/execution/index.ts';
import { print } from './cpu-rounds.ts';
import { rowsResult } from './offload-rows.ts';

const BAR = 1;
const MEGABYTES = 80;
const MB = 1024 * 1024;

const [, , storeIn] = process.argv;
if (storeIn !== undefined) process.stdout.write(await stored(storeIn));
else {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'bench-memory-')));
  try {
    print(await measure(workspace));
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

async function measure(workspace: string) {
  // By another process: who made the rows has memory to spare for whatever comes next.
  const args = [fileURLToPath(import.meta.url), workspace];
  const { stdout: path } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const { size } = await stat(path);
  const readResult = createReadResult({ resultChars: 12_000 });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 2);
  const where = { column: 'amount', op: 'gt', value: 999 };
  const host = {
    workspace,
    context: {},
    signal: new AbortController().signal,
    callSkill: () => Promise.reject(new TypeError('not part of this bench')),
    progress: () => undefined,
  };
  await readResult({ path, key: 'rows', where, sort: '-amount', limit: 20 }, host);
  clearInterval(timer);
  return {
    bench: 'offload-filter-memory',
    ratio: (peak - before) / size,
    bar: BAR,
    bytes: size,
    growth_mb: Math.round((peak - before) / MB),
  };
}

async function stored(workspace: string): Promise<string> {
  const threads = createResultThreads();
  const answer = await threads.settle({
    source: { kind: 'value', value: rowsResult(MEGABYTES) },
    skill: 'bench',
    language: 'en',
    secrets: [],
    offload: { workspace, resultChars: 12_000, displayKeepChars: 15_000 },
  });
  await threads.close();
  const path = answer.status === 'settled' ? answer.settled.envelope['path'] : undefined;
  if (typeof path !== 'string') throw new TypeError(JSON.stringify(answer));
  return path;
}
