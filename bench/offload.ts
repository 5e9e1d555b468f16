// What moving a large result to a file costs, what reading it there costs, and how long others wait meanwhile.

import { spawnSync } from 'node:child_process';
import { mkdtemp, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { createReadResult } from '#builtin/read_result/handler.ts';
import { indexPath } from '#features/results/index.ts';
import { offloaded } from '../src/features/execution/settle-large.ts';
import { print } from './cpu-rounds.ts';
import { rowsResult } from './offload-rows.ts';
import { timePairs } from './pairs.ts';

const STORE_BAR = 1.5;
const PAGE_BAR = 0.2;
const FILTER_BAR = 1.5;
const MEGABYTES = 10;
const LIMITS = { resultChars: 12_000, displayKeepChars: 15_000, readTool: 'read_result' };

const workspace = await realpath(await mkdtemp(join(tmpdir(), 'bench-offload-')));
const host = {
  workspace,
  context: {},
  signal: new AbortController().signal,
  language: 'en',
  callSkill: () => Promise.reject(new TypeError('not part of this bench')),
  progress: () => undefined,
} as const;
const readResult = createReadResult({ resultChars: LIMITS.resultChars });

try {
  const envelope = rowsResult(MEGABYTES);
  print({ bench: 'offload-store', bar: STORE_BAR, ...(await storing(envelope)) });
  const path = await store(envelope);
  const { size } = await stat(path);
  const readings = {
    page: { path, key: 'rows', offset: 42_000, limit: 50 },
    path: { path, key: 'rows[61234].name' },
    characters: { path, unit: 'characters', offset: 7_000_000, limit: 8000 },
  };
  for (const [name, input] of Object.entries(readings))
    print({ bench: `offload-${name}`, bar: PAGE_BAR, bytes: size, ...(await reading(input)) });
  const where = [{ column: 'amount', op: 'gte', value: 990 }, { column: 'city', op: 'eq', value: '上海' }]; // prettier-ignore
  const filters = {
    filter: { path, key: 'rows', where, select: ['id', 'amount'], limit: 20 },
    sum: { path, key: 'rows', group_by: ['city'], aggregate: ['count', 'sum:amount'] },
    grep: { path, grep: 'customer 71234' },
  };
  for (const [name, input] of Object.entries(filters))
    print({ bench: `offload-${name}`, bar: FILTER_BAR, bytes: size, ...(await reading(input)) });
} finally {
  await rm(workspace, { recursive: true, force: true });
}
// In processes of their own: what this one holds, or does, is not to be measured.
for (const part of ['offload-memory.ts', 'offload-delay.ts']) {
  const file = fileURLToPath(new URL(part, import.meta.url));
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.stdout.write(stdout);
}

async function store(envelope: JsonObject): Promise<string> {
  const offload = { ...LIMITS, workspace };
  const receipt = await offloaded(envelope, { skill: 'bench', language: 'en', offload });
  const { path } = receipt;
  if (typeof path !== 'string') throw new TypeError(JSON.stringify(receipt));
  return path;
}

/** Against writing the same text without an index, a comparison or a receipt. */
async function storing(envelope: JsonObject) {
  const bare = join(workspace, 'bare.json');
  return timePairs(
    async () => {
      const path = await store(envelope);
      await rm(path);
      await rm(indexPath(path));
    },
    async () => {
      const file = await open(bare, 'w');
      await file.writeFile(JSON.stringify(envelope));
      await file.sync();
      await file.close();
      await readFile(bare);
      await rm(bare);
    },
  );
}

/** Against reading and parsing the whole file. */
async function reading(input: JsonObject & { readonly path: string }) {
  return timePairs(
    async () => {
      const answer: JsonValue = await readResult(input, host);
      if (!JSON.stringify(answer).includes('"success":true'))
        throw new TypeError(JSON.stringify(answer));
    },
    async () => {
      const whole: unknown = JSON.parse(await readFile(input.path, 'utf8'));
      return whole;
    },
  );
}
