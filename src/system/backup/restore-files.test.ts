import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { createTestInstance } from './testing/instance-fixture.ts';
import { execute } from './testing/instance-fixture.ts';
import { manyTypesMigrations, PLATFORM_ROWS } from './testing/many-types.ts';

const source = await createTestInstance(manyTypesMigrations);
const file = join(source.folder, 'workspaces', 'in the middle.zip');
const workspaces = join(source.folder, 'workspaces');
await execute(source.database, PLATFORM_ROWS);
await mkdir(join(workspaces, 'a', '深 层'), { recursive: true });
await mkdir(join(workspaces, 'empty'));
await writeFile(join(source.folder, 'secret.key'), 'the key', { mode: 0o600 });
await writeFile(join(workspaces, 'a', '深 层', 'back\\slash: "x".txt'), 'odd name');
await writeFile(join(workspaces, 'a', 'nothing'), '');
await writeFile(join(workspaces, 'a', 'run.sh'), '#!/bin/sh\n');
await chmod(join(workspaces, 'a', 'run.sh'), 0o750);
await utimes(join(workspaces, 'a', 'run.sh'), 1_000_000, 1_000_000);
await symlink('../a/run.sh', join(workspaces, 'empty', 'link'));
await symlink(join(workspaces, 'a'), join(workspaces, 'absolute'));
await symlink('/etc/passwd', join(workspaces, 'outside'));
const socket = createServer().listen(join(workspaces, 'socket'));
await writeFile(Buffer.concat([Buffer.from(`${workspaces}/latin-`), Buffer.from([0xe4])]), 'x');

const targets = [await createTestInstance(manyTypesMigrations, { isMigrated: false })];
afterAll(async () => {
  socket.close();
  await source.drop();
  for (const target of targets) await target.drop();
});

const made = await createBackup(source.parts, file);

test('the backup is for its owner alone, says what it holds, and names what it could not take', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(made.remarks[0]?.en).toMatch(/every conversation.*key/);
  const told = made.leftOut.map(({ en }) => en).toSorted();
  expect(told).toEqual([
    expect.stringMatching(/workspaces\/latin-.*not valid UTF-8/),
    expect.stringMatching(/workspaces\/outside.*leads outside \(\/etc\/passwd\)/),
    expect.stringMatching(/workspaces\/socket.*socket/),
  ]);
});

test('an existing file is left alone without force', async () => {
  await expect(createBackup(source.parts, file)).rejects.toThrow(/exists already/);
  await createBackup(source.parts, file, { force: true });
  expect(await readdir(workspaces)).not.toContain('in the middle.zip.part');
});

test('files, folders and links come back as they were', async () => {
  const [target] = targets;
  if (target === undefined) throw new Error('no target');
  await restoreBackup(target.parts, file);
  const place = join(target.folder, 'workspaces');
  expect(await readFile(join(place, 'a', '深 层', 'back\\slash: "x".txt'), 'utf8')).toBe(
    'odd name',
  );
  expect(await readFile(join(place, 'a', 'nothing'), 'utf8')).toBe('');
  const script = await stat(join(place, 'a', 'run.sh'));
  expect([script.mode & 0o777, script.mtimeMs]).toEqual([0o750, 1_000_000_000]);
  expect(await readlink(join(place, 'empty', 'link'))).toBe('../a/run.sh');
  expect(await readlink(join(place, 'absolute'))).toBe('a');
  expect((await lstat(join(place, 'empty'))).isDirectory()).toBe(true);
  const key = join(target.folder, 'secret.key');
  expect([await readFile(key, 'utf8'), (await stat(key)).mode & 0o777]).toEqual(['the key', 0o600]);
  expect((await readdir(target.folder)).toSorted()).toEqual(['secret.key', 'workspaces']);
});

test('a filled instance is refused; force replaces it and keeps the old files aside', async () => {
  const [target] = targets;
  if (target === undefined) throw new Error('no target');
  await writeFile(join(target.folder, 'workspaces', 'newer'), 'made since');
  await expect(restoreBackup(target.parts, file)).rejects.toThrow(
    /holds data already \(platform\./,
  );
  expect(await readFile(join(target.folder, 'workspaces', 'newer'), 'utf8')).toBe('made since');
  const report = await restoreBackup(target.parts, file, { force: true });
  const names = await readdir(target.folder);
  const kept = names.find((name) => name.startsWith('workspaces.before')) ?? '';
  expect(report.remarks.map(({ en }) => en).join()).toContain(kept);
  expect(await readdir(join(target.folder, 'workspaces'))).not.toContain('newer');
  expect(await readdir(join(target.folder, kept))).toContain('newer');
});

test('whose key is used is told where the machines differ', async () => {
  const target = await createTestInstance(manyTypesMigrations, {
    isMigrated: false,
    keyFrom: 'setting',
  });
  targets.push(target);
  const report = await restoreBackup(target.parts, file);
  expect(report.remarks.map(({ en }) => en).join()).toMatch(/QIAO_SECRET_KEY is set here/);
});

test('a disk that is full is told, and no half file is left', async () => {
  await expect(createBackup(source.parts, '/dev/full')).rejects.toThrow(/not a regular file/);
  await expect(createBackup(source.parts, '/nowhere/at/all.zip')).rejects.toThrow(
    /can't be written/,
  );
});

test('a backup that is stopped leaves nothing', async () => {
  const stopped = join(source.folder, 'stopped.zip');
  const control = new AbortController();
  const made2 = createBackup(source.parts, stopped, {
    signal: control.signal,
    onProgress: ({ name }) => {
      if (name === 'platform.values') control.abort();
    },
  });
  await expect(made2).rejects.toThrow(/stopped as asked/);
  expect((await readdir(source.folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
});
