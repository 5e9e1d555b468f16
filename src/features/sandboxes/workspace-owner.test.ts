import { lstat, mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveWritable } from './workspace-owner.ts';

const isRoot = process.getuid?.() === 0;
let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'qiao-owner-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.runIf(isRoot)(
  'all of a workspace is given, links themselves and nothing that they lead to',
  async () => {
    const outside = join(root, 'outside');
    const workspace = join(root, 'workspace');
    await mkdir(join(workspace, 'a/b'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'secret'), 'x');
    await writeFile(join(workspace, 'a/b/file'), 'x');
    await symlink(join(outside, 'secret'), join(workspace, 'link'));
    await symlink(outside, join(workspace, 'a/folder'));
    const owner = await giveWritable([
      { path: workspace, access: 'write' },
      { path: outside, access: 'read' },
    ]);
    expect(owner).toBeGreaterThan(65_535);
    for (const path of ['', 'a', 'a/b', 'a/b/file', 'link', 'a/folder'])
      expect((await lstat(join(workspace, path))).uid).toBe(owner);
    expect((await stat(outside)).uid).toBe(0);
    expect((await stat(join(outside, 'secret'))).uid).toBe(0);
  },
);

test.runIf(isRoot)('a folder that becomes a link while it is given leads nowhere', async () => {
  const outside = join(root, 'outside');
  const workspace = join(root, 'workspace');
  await mkdir(outside);
  await mkdir(workspace);
  for (let index = 0; index < 50; index++) await writeFile(join(outside, `file-${index}`), 'x');
  const flip = join(workspace, 'flip');
  await mkdir(flip);
  const over = new AbortController();
  const flipping = (async () => {
    while (!over.signal.aborted) {
      await rename(flip, join(workspace, 'aside'));
      await symlink(outside, flip);
      await rm(flip);
      await rename(join(workspace, 'aside'), flip);
    }
  })();
  for (let round = 0; round < 200; round++)
    await giveWritable([{ path: workspace, access: 'write' }]);
  over.abort();
  await flipping;
  const owners = await Promise.all(
    Array.from(
      { length: 50 },
      async (_, index) => (await stat(join(outside, `file-${index}`))).uid,
    ),
  );
  expect(new Set(owners)).toEqual(new Set([0]));
  expect((await stat(outside)).uid).toBe(0);
});

test('the same workspace has the same user, in whatever process', async () => {
  const workspace = join(root, 'workspace');
  await mkdir(workspace);
  const first = await giveWritable([{ path: workspace, access: 'write' }]);
  expect(await giveWritable([{ path: workspace, access: 'write' }])).toBe(first);
  expect(first === undefined).toBe(!isRoot);
});

test.runIf(isRoot)('DOC-06 the operator’s link to a workspace is followed', async () => {
  const workspace = join(root, 'workspace');
  await mkdir(join(workspace, 'inner'), { recursive: true });
  await symlink(workspace, join(root, 'link'));
  const owner = await giveWritable([{ path: join(root, 'link'), access: 'write' }]);
  expect((await stat(join(workspace, 'inner'))).uid).toBe(owner);
});

test.runIf(isRoot)(
  'DOC-06 a tree that a skill made deep opens no file for each level',
  async () => {
    const path = join(root, 'workspace', ...Array.from({ length: 300 }, () => 'd'));
    await mkdir(path, { recursive: true });
    await giveWritable([{ path: join(root, 'workspace'), access: 'write' }]);
    expect((await stat(path)).uid).toBe(0);
  },
);
