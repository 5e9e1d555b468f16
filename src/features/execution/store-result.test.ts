import { execFileSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { indexPath, readResultIndex } from '#features/results/index.ts';
import { storeResult } from './store-result.ts';
import { returned, scriptedExecution } from './testing/scripted-execution.ts';

const rows = Array.from({ length: 30_000 }, (_, n) => ({ n, text: `第 ${n} 行` }));
const envelope = { success: true, rows };
const mounts: string[] = [];

afterEach(() => {
  for (const folder of mounts.splice(0)) execFileSync('umount', [folder]);
});

async function newFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'stored-')));
}

/** A disk of its own, as only root may make one. */
async function smallDisk(options: string): Promise<string> {
  const folder = await newFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  mounts.push(folder);
  return folder;
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'true']);
    return true;
  } catch {
    return false;
  }
}

test('OFF-01 what was stored is whole, has its index beside it, and nothing else is left', async () => {
  const workspace = await newFolder();
  const stored = await storeResult(envelope, { workspace, skill: 'a/b' });
  if (stored.status !== 'stored') throw new TypeError(stored.problem);
  const text = await readFile(stored.path, 'utf8');
  expect(text === JSON.stringify(envelope)).toBe(true);
  expect(stored.chars).toBe(text.length);
  const index = readResultIndex(await readFile(indexPath(stored.path), 'utf8'));
  expect(index).toMatchObject({ bytes: Buffer.byteLength(text), root: { count: 2 } });
  const names = await readdir(join(workspace, '.toolout'));
  expect(names.toSorted()).toEqual([
    expect.stringMatching(/^toolout_a_b_[0-9a-f]{8}\.index$/),
    expect.stringMatching(/^toolout_a_b_[0-9a-f]{8}\.json$/),
  ]);
});

test('OFF-01 many at once are stored each under a name of its own', async () => {
  const workspace = await newFolder();
  const stored = await Promise.all(
    Array.from({ length: 8 }, (_, n) => storeResult({ n, rows }, { workspace, skill: 'many' })),
  );
  const paths = stored.map((each) => (each.status === 'stored' ? each.path : each.problem));
  expect(new Set(paths).size).toBe(8);
  for (const [n, path] of paths.entries())
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ n });
});

test('OFF-01 a link or a file in the place of the folder is taken away, and what it led to stays', async () => {
  const elsewhere = await newFolder();
  await writeFile(join(elsewhere, 'kept'), 'x');
  for (const put of [
    (place: string) => symlink(elsewhere, place),
    (place: string) => writeFile(place, 'a file'),
  ]) {
    const workspace = await newFolder();
    await put(join(workspace, '.toolout'));
    expect(await storeResult(envelope, { workspace, skill: 'a' })).toMatchObject({
      status: 'stored',
      path: expect.stringContaining(join(workspace, '.toolout')),
    });
  }
  expect(await readdir(elsewhere)).toEqual(['kept']);
});

test('OFF-01 a workspace that is gone is told, not thrown', async () => {
  const workspace = await newFolder();
  await rm(workspace, { recursive: true });
  await writeFile(workspace, 'a file');
  expect(await storeResult(envelope, { workspace, skill: 'a' })).toMatchObject({
    status: 'failed',
    problem: expect.stringMatching(/ENOTDIR|EEXIST/),
  });
});

test.skipIf(!canMount())(
  'OFF-01 a disk that is full in the middle leaves nothing behind, and the model a summary that says so (needs root)',
  async () => {
    const root = await smallDisk('size=600k');
    for (const [name, language] of [
      ['big', 'en'],
      ['groß', 'zh'],
    ] as const) {
      const { execute } = scriptedExecution(root, { [name]: () => returned(envelope) });
      const run = await execute(name, { language });
      expect(run.verdict.status).toBe('done');
      expect(run.envelope).toMatchObject({
        ok: true,
        offloaded: false,
        chars: JSON.stringify(envelope).length,
        rows_count: 30_000,
        result_start: expect.stringMatching(/^\{"success":true,"rows":\[\{"n":0/),
        _hint: expect.stringContaining('ENOSPC'),
      });
      expect(run.envelope).not.toHaveProperty('path');
      expect(JSON.stringify(run.envelope).length).toBeLessThanOrEqual(12_000);
      expect(await readdir(join(run.workspace, '.toolout'))).toEqual([]);
    }
  },
);

test.skipIf(!canMount())(
  'OFF-01 so does a disk that takes nothing at all (needs root)',
  async () => {
    const workspace = await smallDisk('size=1m');
    await mkdir(join(workspace, '.toolout'));
    execFileSync('mount', ['-o', 'remount,ro', workspace]);
    expect(await storeResult(envelope, { workspace, skill: 'a' })).toEqual({
      status: 'failed',
      problem: 'EROFS',
    });
  },
);
