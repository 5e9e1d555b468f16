import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createResultThreads } from './result-threads.ts';
import type { LargeResult } from './settle-large.ts';

const threads = createResultThreads();
afterAll(() => threads.close());

const workspace = await realpath(await mkdtemp(join(tmpdir(), 'threads-')));
const rows = Array.from({ length: 20_000 }, (_, n) => ({ n, text: `row ${n}, key sk-secret-1` }));

function large(source: LargeResult['source'], changes: Partial<LargeResult> = {}): LargeResult {
  return {
    source,
    skill: 'big',
    language: 'en',
    secrets: ['sk-secret-1'],
    offload: { workspace, resultChars: 12_000, displayKeepChars: 15_000 },
    ...changes,
  };
}

function asBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(JSON.stringify(value)));
}

test.each<[string, () => LargeResult['source']]>([
  ['handed over', () => ({ kind: 'json', json: asBytes({ ok: true, rows }) })],
  ['copied', () => ({ kind: 'value', value: { ok: true, rows } })],
])('OFF-01 a result that is %s is settled, masked and stored in a thread', async (_, source) => {
  const answer = await threads.settle(large(source()));
  if (answer.status !== 'settled') throw new TypeError('unusable');
  const { envelope, verdict } = answer.settled;
  expect(verdict.status).toBe('done');
  expect(envelope).toMatchObject({ offloaded: true, rows_count: 20_000 });
  const { path } = envelope;
  const stored = await readFile(typeof path === 'string' ? path : '', 'utf8');
  expect(stored.includes('sk-secret-1')).toBe(false);
  expect(JSON.parse(stored)).toMatchObject({ rows: { length: 20_000 } });
});

test('more than there are threads wait, and each gets its own', async () => {
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, n) =>
      threads.settle(large({ kind: 'json', json: asBytes({ ok: true, n, rows }) })),
    ),
  );
  expect(
    answers.map((each) => (each.status === 'settled' ? each.settled.envelope['n'] : undefined)),
  ).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('OFF-01 a large failure is no receipt, and bounded', async () => {
  const value = { success: false, error: 'no such table', upstream: { rows } };
  const answer = await threads.settle(large({ kind: 'json', json: asBytes(value) }));
  if (answer.status !== 'settled') throw new TypeError('unusable');
  expect(answer.settled.verdict).toMatchObject({ status: 'failed', reason: 'no such table' });
  expect(answer.settled.envelope).toMatchObject({ success: false, error: 'no such table' });
  expect(JSON.stringify(answer.settled.envelope).length).toBeLessThan(50_000);
});

test('who wants the whole gets it', async () => {
  const source = { kind: 'json', json: asBytes({ ok: true, rows: [1] }) } as const;
  const answer = await threads.settle(large(source, { offload: undefined }));
  expect(answer).toMatchObject({ settled: { envelope: { ok: true, rows: [1] } } });
});

test.each<[string, () => LargeResult['source']]>([
  ['no JSON', () => ({ kind: 'json', json: new Uint8Array([123, 34]) })],
  ['nested too deeply', () => ({ kind: 'json', json: asBytes(nested(500)) })],
  ['a file that is gone', () => ({ kind: 'file', file: join(workspace, 'none'), bytes: 9 })],
])('%s is unusable, and the thread goes on', async (_, source) => {
  expect(await threads.settle(large(source()))).toEqual({ status: 'unusable' });
  const after = large({ kind: 'json', json: asBytes({ ok: true, rows }) });
  expect(await threads.settle(after)).toMatchObject({ status: 'settled' });
});

test('a thread is not kept after a very large one, and the next gets a new one', async () => {
  const file = join(workspace, 'spilled.json');
  await writeFile(file, JSON.stringify({ ok: true, rows }));
  const huge = large({ kind: 'file', file, bytes: 64 * 1024 * 1024 });
  expect(await threads.settle(huge)).toMatchObject({ status: 'settled' });
  expect(await threads.settle(huge)).toMatchObject({ status: 'settled' });
});

test('a thread that ends over a result is replaced', async () => {
  const mine = createResultThreads();
  const asked = mine.settle(large({ kind: 'value', value: { rows } }));
  await mine.close();
  expect(await asked).toEqual({ status: 'unusable' });
  const again = mine.settle(large({ kind: 'value', value: { ok: true, rows } }));
  expect(await again).toMatchObject({ status: 'settled' });
  await mine.close();
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
