import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkspaceFile, removeWorkspaceFile, workspaceFolder } from './workspace-file.ts';

/** POSIX's own: Node makes none. */
const MAKE_PIPE = 'mkfifo';

async function newWorkspace(): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'workspace-file-'));
  await mkdir(join(workspace, 'reports'));
  await writeFile(join(workspace, 'reports', 'a b.txt'), 'inside');
  return workspace;
}

async function contentOf(workspace: string, path: string): Promise<string> {
  const { handle } = await openWorkspaceFile(workspace, path);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

test('opens what lies in the workspace, also by a link within it', async () => {
  const workspace = await newWorkspace();
  await symlink(join(workspace, 'reports'), join(workspace, 'latest'));
  expect(await contentOf(workspace, 'reports/a b.txt')).toBe('inside');
  expect(await contentOf(workspace, 'latest/a b.txt')).toBe('inside');
});

test.each(['../x', 'reports/../../x', '/etc/passwd', 'a\\..\\..\\x', 'C:\\x', 'a\0b'])(
  'ART-09 the path %j is refused, whatever is there',
  async (path) => {
    const workspace = await newWorkspace();
    for (const work of [openWorkspaceFile, removeWorkspaceFile, workspaceFolder])
      await expect(work(workspace, path)).rejects.toMatchObject({ code: 'path-refused' });
  },
);

test('ART-09 a link that leads out is refused, and so is what lies behind a folder’s', async () => {
  const [workspace, outside] = [await newWorkspace(), await newWorkspace()];
  await symlink(join(outside, 'reports', 'a b.txt'), join(workspace, 'out.txt'));
  await symlink(outside, join(workspace, 'out'));
  for (const path of ['out.txt', 'out/reports/a b.txt'])
    await expect(openWorkspaceFile(workspace, path)).rejects.toMatchObject({
      code: 'path-refused',
    });
});

test('ART-09 a link in the workspace’s place makes nothing in it the session’s', async () => {
  const [victim, own] = [await newWorkspace(), await newWorkspace()];
  const workspace = join(own, 'link');
  await symlink(victim, workspace);
  await expect(openWorkspaceFile(workspace, 'reports/a b.txt')).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a folder, what is not there, and a link to nowhere are no files', async () => {
  const workspace = await newWorkspace();
  await symlink(join(workspace, 'gone'), join(workspace, 'broken'));
  for (const path of ['reports', 'missing.txt', 'broken', 'reports/a b.txt/x'])
    await expect(openWorkspaceFile(workspace, path)).rejects.toMatchObject({ code: 'not-found' });
});

// Windows has none.
test.skipIf(process.platform === 'win32')('a pipe holds nobody', async () => {
  const workspace = await newWorkspace();
  execFileSync(MAKE_PIPE, [join(workspace, 'pipe')]);
  await expect(openWorkspaceFile(workspace, 'pipe')).rejects.toMatchObject({ code: 'not-found' });
});

test('a changed file has another tag, another name of the same one has the same', async () => {
  const workspace = await newWorkspace();
  const path = join(workspace, 'reports', 'a b.txt');
  await link(path, join(workspace, 'same.txt'));
  const tagOf = async (name: string): Promise<string> => {
    const file = await openWorkspaceFile(workspace, name);
    await file.handle.close();
    return file.tag;
  };
  const before = await tagOf('reports/a b.txt');
  expect(await tagOf('same.txt')).toBe(before);
  await writeFile(path, 'something else');
  expect(await tagOf('same.txt')).not.toBe(before);
});

test('finds a folder, and the workspace itself', async () => {
  const workspace = await realpath(await newWorkspace());
  expect(await workspaceFolder(workspace, '.')).toBe(workspace);
  expect(await workspaceFolder(workspace, 'reports')).toBe(join(workspace, 'reports'));
  for (const path of ['reports/a b.txt', 'missing'])
    await expect(workspaceFolder(workspace, path)).rejects.toMatchObject({ code: 'not-found' });
});

test('ART-09 finds no folder behind a link that leads out, or in the workspace’s place', async () => {
  const [workspace, outside] = [await newWorkspace(), await newWorkspace()];
  await symlink(outside, join(workspace, 'out'));
  await expect(workspaceFolder(workspace, 'out')).rejects.toMatchObject({ code: 'path-refused' });
  await expect(workspaceFolder(join(workspace, 'out'), '.')).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('removes the link and not what it leads to, and no folder', async () => {
  const [workspace, outside] = [await newWorkspace(), await newWorkspace()];
  const victim = join(outside, 'reports', 'a b.txt');
  await symlink(victim, join(workspace, 'out.txt'));
  await symlink(outside, join(workspace, 'out'));
  await removeWorkspaceFile(workspace, 'out.txt');
  await removeWorkspaceFile(workspace, 'reports');
  await expect(removeWorkspaceFile(workspace, 'out/reports/a b.txt')).rejects.toMatchObject({
    code: 'path-refused',
  });
  expect(existsSync(join(workspace, 'out.txt'))).toBe(false);
  expect(existsSync(victim)).toBe(true);
  expect(existsSync(join(workspace, 'reports', 'a b.txt'))).toBe(true);
});
