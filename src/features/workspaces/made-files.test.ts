import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMadeFiles, snapshotWorkspace } from './made-files.ts';

async function workspaceWith(files: readonly string[]): Promise<string> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));
  for (const file of files) await writeFile(join(workspace, file), file);
  return workspace;
}

test('finds what is new at the top level, without scripts, logs, hidden files and folders', async () => {
  const workspace = await workspaceWith(['old.txt']);
  const before = await snapshotWorkspace(workspace);
  for (const file of ['report.xlsx', 'a.py', 'b.LOG', '.hidden', 'toolout_x.json']) {
    await writeFile(join(workspace, file), 'x');
  }
  await mkdir(join(workspace, 'parts'));
  await writeFile(join(workspace, 'parts', 'p.txt'), 'x');
  const made = await findMadeFiles({ workspace, before, envelope: {} });
  expect(made).toEqual([{ name: 'report.xlsx', path: join(workspace, 'report.xlsx'), bytes: 1 }]);
});

test('a result that names its files is believed, and each file is listed once', async () => {
  const workspace = await workspaceWith(['a.png', 'b.txt']);
  const before = new Map();
  const envelope = {
    local_path: join(workspace, 'a.png'),
    images: [{ filename: 'a.png' }, { local_path: 'gone.png' }, 'odd'],
  };
  const made = await findMadeFiles({ workspace, before, envelope });
  expect(made.map(({ name }) => name)).toEqual(['a.png']);
});

test('ART-09 leaves out what lies outside the workspace, also behind a link', async () => {
  const workspace = await workspaceWith([]);
  const outside = await workspaceWith(['secret.txt']);
  await symlink(join(outside, 'secret.txt'), join(workspace, 'link.txt'));
  const envelope = {
    files: [{ local_path: '../x' }, { local_path: 'link.txt' }, { local_path: '/etc/passwd' }],
  };
  expect(await findMadeFiles({ workspace, before: new Map(), envelope })).toEqual([]);
});

test('a workspace that a skill took away holds nothing', async () => {
  const workspace = join(await workspaceWith([]), 'gone');
  expect(await findMadeFiles({ workspace, before: new Map(), envelope: {} })).toEqual([]);
});

test('ART-09 a link in the place of the workspace makes nothing in it the session’s', async () => {
  const victim = await workspaceWith(['new.txt']);
  const workspace = join(await workspaceWith([]), 'link');
  await symlink(victim, workspace);
  expect(await findMadeFiles({ workspace, before: new Map(), envelope: {} })).toEqual([]);
});
