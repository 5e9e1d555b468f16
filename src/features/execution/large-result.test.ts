import { mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import type { RunFiles } from './skill-call.ts';
import { scriptedExecution, returned } from './testing/scripted-execution.ts';

const root = await realpath(await mkdtemp(join(tmpdir(), 'execution-')));

const rows = Array.from({ length: 3000 }, (_, n) => ({ n, text: `第 ${n} 行` }));

test('OFF-01 on the dialog line a large success is written whole and a receipt is given', async () => {
  const { execute } = scriptedExecution(root, { big: () => returned({ success: true, rows }) });
  const { envelope, workspace } = await execute('big');
  const path = pathOf(envelope);
  expect(path).toMatch(/\/\.toolout\/toolout_big_[0-9a-f]{8}\.json$/);
  expect(path.startsWith(workspace)).toBe(true);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ success: true, rows });
});

test.each([
  ['as a value', (value: JsonObject): RuntimeOutcome => returned(value)],
  [
    'as JSON',
    (value: JsonObject): RuntimeOutcome => ({
      status: 'unparsed',
      json: Uint8Array.from(Buffer.from(JSON.stringify(value))),
    }),
  ],
])(
  'ART-01 a large result %s that names files is whole when they are collected, and a receipt then',
  async (_, outcome) => {
    const many = Array.from({ length: 20_000 }, (__, n) => ({ n, text: `第 ${n} 行` }));
    const value = { success: true, rows: many, filename: 'a.csv' };
    const { execute } = scriptedExecution(root, { big: () => outcome(value) });
    const seen: JsonObject[] = [];
    const files = (isConcerned: boolean): RunFiles => ({
      begin: async () => ({
        concerns: () => isConcerned,
        async collect(settled) {
          seen.push(settled.envelope);
          return { ...settled, envelope: { ...settled.envelope, local_path: '/w/a.csv' } };
        },
      }),
    });
    const whole = await execute('big', { files: files(true) });
    const receipt = await execute('big', { files: files(false) });
    expect(seen[0]).toEqual(value);
    expect(seen[1]).toMatchObject({ offloaded: true, filename: 'a.csv' });
    for (const { envelope } of [whole, receipt])
      expect(envelope).toMatchObject({
        offloaded: true,
        rows_count: 20_000,
        local_path: '/w/a.csv',
      });
  },
);

test.each(['chain', 'schedule'] as const)('OFF-01 the %s line gets the whole', async (line) => {
  const { execute } = scriptedExecution(root, { big: () => returned({ success: true, rows }) });
  expect((await execute('big', { line })).envelope).toEqual({ success: true, rows });
});

test('OFF-01 a failure is never offloaded', async () => {
  const { execute } = scriptedExecution(root, {
    big: () => returned({ success: false, error: 'no', rows }),
  });
  expect((await execute('big')).envelope).toMatchObject({ success: false, rows });
});

test('a spilled result is read in a thread: a receipt for a dialog, the whole for a chain', async () => {
  const spill = async (): Promise<RuntimeOutcome> => {
    const file = join(root, `spill-${Math.random()}.json`);
    await writeFile(file, JSON.stringify({ success: true, rows, key: 'sk-12345678' }));
    return { status: 'spilled', file, bytes: 1 };
  };
  const secret = { values: { k: 'sk-12345678' }, secrets: ['sk-12345678'] };
  const parts = { configurationOf: async () => secret };
  const { execute } = scriptedExecution(root, { big: spill }, { parts });
  const { envelope } = await execute('big');
  expect(envelope).toMatchObject({ offloaded: true, rows_count: 3000 });
  const written = await readFile(pathOf(envelope), 'utf8');
  expect(JSON.parse(written)).toEqual({ success: true, rows, key: '***' });
  const whole = await execute('big', { line: 'chain' });
  expect(whole.envelope).toEqual({ success: true, rows, key: '***' });
});

test.each(['{"half": ', `[${'['.repeat(5000)}${']'.repeat(5000)}]`])(
  'a spilled result that is unusable is kept, and told where',
  async (text) => {
    const file = join(root, 'broken.json');
    await writeFile(file, text);
    const { execute } = scriptedExecution(root, {
      big: () => ({ status: 'spilled', file, bytes: 9 }),
    });
    expect((await execute('big')).envelope['error']).toContain(file);
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);

test('OFF-01 a link in the place of the hidden folder is not followed', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  const { execute } = scriptedExecution(root, {
    linker: async ({ host }) => {
      await rm(join(host.workspace, '.toolout'), { recursive: true, force: true });
      await symlink(elsewhere, join(host.workspace, '.toolout'));
      return returned({ success: true, rows });
    },
  });
  const { envelope } = await execute('linker');
  expect(envelope).toMatchObject({ offloaded: true });
  expect(await readdir(elsewhere)).toEqual([]);
});

function pathOf(envelope: JsonObject): string {
  const { path } = envelope;
  return typeof path === 'string' ? path : '';
}
