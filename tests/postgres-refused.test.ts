// The embedded server can't start: a sentence says why, where, and what to do; nothing is damaged by the try.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTestFolder, serverPid, startUser } from '#system/postgres/testing/postgres-user.ts';

/** Only root can give folders away and mount. */
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const UNKNOWN = 54_321;

async function startOnce(parts: Parameters<typeof startUser>[0]) {
  const user = startUser(parts);
  const first = await user.first();
  if (first.type === 'ready') await user.leave();
  return first;
}

async function makeCluster(dataFolder: string): Promise<string> {
  const { address } = await startOnce({ dataFolder });
  return address?.host ?? '';
}

test('a cluster of another version is named with both versions', async () => {
  await using folder = makeTestFolder();
  await makeCluster(folder.path);
  writeFileSync(join(folder.path, 'postgres/PG_VERSION'), '15\n');
  const { code, text } = await startOnce({ dataFolder: folder.path });
  expect(code).toBe('database-unavailable');
  expect(text).toContain('PostgreSQL 15, and PostgreSQL 18 runs here');
});

test('a damaged control file leads to the backup', async () => {
  await using folder = makeTestFolder();
  await makeCluster(folder.path);
  writeFileSync(join(folder.path, 'postgres/global/pg_control'), Buffer.alloc(8192, 7));
  const { text } = await startOnce({ dataFolder: folder.path });
  expect(text).toMatch(/files are damaged .*qiao restore/);
});

test('a missing control file does too', async () => {
  await using folder = makeTestFolder();
  await makeCluster(folder.path);
  rmSync(join(folder.path, 'postgres/global/pg_control'));
  const { text } = await startOnce({ dataFolder: folder.path });
  expect(text).toMatch(/files are damaged .*qiao restore/);
});

test('a folder that holds something else is not touched', async () => {
  await using folder = makeTestFolder();
  mkdirSync(join(folder.path, 'postgres'));
  writeFileSync(join(folder.path, 'postgres/diary.txt'), 'mine');
  const { text } = await startOnce({ dataFolder: folder.path });
  expect(text).toContain('holds files but no PostgreSQL database');
  expect(existsSync(join(folder.path, 'postgres/diary.txt'))).toBe(true);
});

test('a wrong password names its file and the way out, which works', async () => {
  await using folder = makeTestFolder();
  await makeCluster(folder.path);
  const file = join(folder.path, 'postgres-password');
  writeFileSync(file, 'not the one');
  const { text } = await startOnce({ dataFolder: folder.path });
  expect(text).toContain(`does not accept the password in "${file}"`);
  expect(text).not.toContain('not the one');
  rmSync(file);
  expect(await startOnce({ dataFolder: folder.path })).toMatchObject({ type: 'ready' });
  expect(await startOnce({ dataFolder: folder.path })).toMatchObject({ type: 'ready' });
});

test('programs that are not there, or of another version, are named', async () => {
  await using folder = makeTestFolder();
  const empty = await startOnce({ dataFolder: folder.path, programs: folder.path });
  expect(empty.text).toContain(`PG_BIN_DIR (${folder.path}) holds no "postgres"`);
});

const OTHER_PROGRAMS = '/usr/lib/postgresql/15/bin';
test.skipIf(!existsSync(OTHER_PROGRAMS))('programs of PostgreSQL 15 are refused', async () => {
  await using folder = makeTestFolder();
  const fresh = await startOnce({ dataFolder: folder.path, programs: OTHER_PROGRAMS });
  expect(fresh.text).toContain('PostgreSQL 18 is needed');
  await makeCluster(folder.path);
  const existing = await startOnce({ dataFolder: folder.path, programs: OTHER_PROGRAMS });
  expect(existing.text).toContain('PostgreSQL 18 is needed');
});

test.runIf(isRoot)('a user id without an account is told so', async () => {
  await using folder = makeTestFolder();
  chownSync(folder.path, UNKNOWN, UNKNOWN);
  const { text } = await startOnce({ dataFolder: folder.path, uid: UNKNOWN });
  expect(text).toContain(`user id ${UNKNOWN} has no account`);
  expect(text).toContain('DATABASE_URL');
});

test.runIf(isRoot)("another user's data is refused in words", async () => {
  await using folder = makeTestFolder();
  await makeCluster(folder.path);
  const { type, text } = await startOnce({ dataFolder: folder.path, uid: NOBODY });
  expect(type).toBe('refused');
  expect(text).toContain('password file');
});

test.runIf(isRoot)("a socket folder that is another's is refused, a link too", async () => {
  await using folder = makeTestFolder();
  const socketFolder = await makeCluster(folder.path);
  mkdirSync(socketFolder);
  chownSync(socketFolder, UNKNOWN, UNKNOWN);
  const taken = await startOnce({ dataFolder: folder.path });
  expect(taken.text).toContain(`"${socketFolder}" is not this program's own`);
  rmSync(socketFolder, { recursive: true });
  symlinkSync(folder.path, socketFolder);
  const linked = await startOnce({ dataFolder: folder.path });
  expect(linked.text).toContain(`"${socketFolder}" is not this program's own`);
  rmSync(socketFolder);
});

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}

function mountMemory(folder: string, size: string): void {
  run('mount', '-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', folder);
}

function unmount(folder: string): void {
  run('umount', '--lazy', folder);
}

function canMount(): boolean {
  if (!isRoot) return false;
  const folder = mkdtempSync('/var/tmp/qiao-mount-');
  try {
    mountMemory(folder, '1m');
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

test.runIf(canMount())(
  'a full disk is named, and a running server comes back once there is room',
  async () => {
    await using folder = makeTestFolder();
    const disk = join(folder.path, 'disk');
    const filler = join(disk, 'filler');
    mkdirSync(disk);
    mountMemory(disk, '90m');
    const fill = () => {
      try {
        writeFileSync(filler, Buffer.alloc(90 * 1024 * 1024));
      } catch {
        // As much as there is room for.
      }
    };
    try {
      fill();
      const fresh = await startOnce({ dataFolder: join(disk, 'fresh') });
      expect(fresh.text).toMatch(/disk that holds the database .* is full|ENOSPC/);
      rmSync(filler);

      const user = startUser({ dataFolder: disk });
      await user.next('ready');
      fill();
      process.kill(serverPid(disk) ?? 0, 'SIGKILL');
      const refused = await user.next('postgres-refused');
      expect(refused.text).toContain(`The disk that holds the database ("${disk}") is full`);
      rmSync(filler);
      await user.next('postgres-restarted');
      await user.leave();

      fill();
      const { text } = await startOnce({ dataFolder: disk });
      expect(text).toContain(`The disk that holds the database ("${disk}") is full`);
    } finally {
      unmount(disk);
    }
  },
);

test.runIf(isRoot)(
  'a data folder that was copied by root belongs to the server again',
  async () => {
    await using folder = makeTestFolder();
    await makeCluster(folder.path);
    execFileSync('chown', ['-R', '0:0', join(folder.path, 'postgres')]);
    chmodSync(join(folder.path, 'postgres'), 0o755);
    expect(await startOnce({ dataFolder: folder.path })).toMatchObject({ type: 'ready' });
  },
);

test.runIf(canMount())(
  "a server in another service's own /tmp is left to it, in words",
  async () => {
    await using folder = makeTestFolder();
    const service = startUser({ dataFolder: folder.path, hasOwnTmp: true });
    await service.next('ready');
    const pid = serverPid(folder.path);
    const { text } = await startOnce({ dataFolder: folder.path });
    expect(text).toContain(`process ${pid}) was started by another service`);
    expect(serverPid(folder.path)).toBe(pid);
    await service.leave();
  },
);
