// The embedded server is killed, or what it left behind stands in the way: noticed, repaired, nothing lost.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PostgresEvent } from '#system/postgres/postgres-event.ts';
import { startPostgres, type RunningPostgres } from '#system/postgres/start-postgres.ts';
import { makeTestFolder, serverPid, startUser } from '#system/postgres/testing/postgres-user.ts';
import { readProcess } from '#system/process-table.ts';

const folder = makeTestFolder();
let server: RunningPostgres;
let heard = Promise.withResolvers<void>();
const DAEMON = 1;
const events: PostgresEvent[] = [];

beforeAll(async () => {
  server = await startPostgres({
    dataFolder: folder.path,
    lookEveryMs: 50,
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'postgres-restarted') heard.resolve();
    },
  });
  await query('create table kept (n int)');
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

async function query(text: string): Promise<readonly unknown[]> {
  const client = new Client({ ...server.address });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** The events until the server is there again. */
async function afterwards(harm: () => unknown): Promise<readonly string[]> {
  events.length = 0;
  heard = Promise.withResolvers();
  await harm();
  await heard.promise;
  return events.map(({ type }) => type);
}

test('a folder that was taken away is waited for: no empty database takes its place', async () => {
  const cluster = join(folder.path, 'postgres');
  const away = `${cluster}-away`;
  const told = await afterwards(async () => {
    const pid = serverPid(folder.path) ?? 0;
    renameSync(cluster, away);
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => events.some(({ type }) => type === 'postgres-refused'), 20_000);
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(false);
    rmSync(cluster, { recursive: true, force: true });
    renameSync(away, cluster);
  });
  expect(told.at(0)).toBe('postgres-lost');
  expect(events.find(({ type }) => type === 'postgres-refused')).toMatchObject({
    error: { message: expect.stringContaining('is gone') },
  });
  expect(await query('select count(*) from kept')).toBeTruthy();
});

test('a killed server is noticed and started again at the same address, with all that was acknowledged', async () => {
  await query('insert into kept values (1)');
  const before = serverPid(folder.path) ?? 0;
  const told = await afterwards(() => process.kill(before, 'SIGKILL'));
  expect(told).toEqual(['postgres-lost', 'postgres-restarted']);
  expect(serverPid(folder.path)).not.toBe(before);
  expect(await query('select n from kept')).toEqual([[1]]);
});

test('a killed session makes the server recover, which is waited for', async () => {
  const before = serverPid(folder.path);
  const client = new Client({ ...server.address });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const told = await afterwards(() => process.kill(rows[0]?.pid ?? 0, 'SIGKILL'));
  expect(told).toEqual(['postgres-lost', 'postgres-restarted']);
  expect(serverPid(folder.path)).toBe(before);
  expect(await query('select n from kept')).toEqual([[1]]);
});

test('a watch that is cut off comes back though the server is well', async () => {
  const told = await afterwards(() =>
    query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'qiao-user'`),
  );
  expect(told).toEqual(['postgres-lost', 'postgres-restarted']);
});

test('a socket that a cleaner took away is there again', async () => {
  await afterwards(() => rmSync(join(server.address.host, '.s.PGSQL.5432')));
  expect(await query('select n from kept')).toEqual([[1]]);
});

test('ten kills in a row lose nothing', async () => {
  for (let round = 0; round < 10; round += 1) {
    await query(`insert into kept values (${round})`);
    await afterwards(() => process.kill(serverPid(folder.path) ?? 0, 'SIGKILL'));
  }
  expect(await query('select count(*) from kept')).toEqual([['11']]);
});

type UserParts = Parameters<typeof startUser>[0];

/** Stands for what a kill of all processes leaves: a lock that names another process. */
async function leaveStalePidFile(parts: UserParts, pid: number | string): Promise<void> {
  const path = parts.dataFolder;
  const user = startUser(parts);
  const { address } = await user.next('ready');
  await user.leave();
  const lines = [pid, join(path, 'postgres'), 1, 5432, address?.host, '', '1 1', 'ready   ', ''];
  writeFileSync(join(path, 'postgres/postmaster.pid'), lines.join('\n'));
}

/** What the next start says: `ready`, or the sentence of its refusal. */
async function nextStart(parts: UserParts): Promise<string> {
  const user = startUser(parts);
  const { type, text = type } = await user.first();
  if (type === 'ready') await user.leave();
  return text;
}

test('a lock that names a process of something else does not keep the server from starting', async () => {
  await using other = makeTestFolder();
  const stranger = spawn('sleep', ['60']);
  await leaveStalePidFile({ dataFolder: other.path }, stranger.pid ?? 0);
  expect(await nextStart({ dataFolder: other.path })).toBe('ready');
  expect(stranger.exitCode).toBeNull();
  stranger.kill();
});

test('a lock that names the server of another folder does not either, and that one is left alone', async () => {
  await using other = makeTestFolder();
  const before = serverPid(folder.path) ?? 0;
  await leaveStalePidFile({ dataFolder: other.path }, before);
  expect(await nextStart({ dataFolder: other.path })).toBe('ready');
  expect(serverPid(folder.path)).toBe(before);
  expect(await query('select 1')).toEqual([[1]]);
});

test('a lock that names the starter itself or the first process does not either', async () => {
  await using other = makeTestFolder();
  for (const pid of [process.pid, 1]) {
    await leaveStalePidFile({ dataFolder: other.path }, pid);
    expect(await nextStart({ dataFolder: other.path })).toBe('ready');
  }
});

test('a lock that names a dead process which nobody buried does not either', async () => {
  await using other = makeTestFolder();
  // The shell becomes `sleep`, which buries nobody.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60'], { stdio: 'pipe' });
  const [line] = await once(parent.stdout, 'data');
  await leaveStalePidFile({ dataFolder: other.path }, String(line).trim());
  expect(await nextStart({ dataFolder: other.path })).toBe('ready');
  parent.kill();
});

test.runIf(process.getuid?.() === 0)(
  "a lock that names another user's server does not either",
  async () => {
    await using other = makeTestFolder();
    chownSync(other.path, DAEMON, DAEMON);
    const parts = { dataFolder: other.path, uid: DAEMON };
    await leaveStalePidFile(parts, serverPid(folder.path) ?? 0);
    expect(await nextStart(parts)).toBe('ready');
  },
);

test('what a killed server left running is ended, so that the next one can start', async () => {
  const client = new Client({ ...server.address });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const held = rows[0]?.pid ?? 0;
  const told = await afterwards(() => {
    // It can't notice that its server is gone.
    process.kill(held, 'SIGSTOP');
    process.kill(serverPid(folder.path) ?? 0, 'SIGKILL');
  });
  expect(told).toEqual(['postgres-lost', 'postgres-restarted']);
  expect(readProcess(held)).toBeUndefined();
});

test('several users of a killed server all get the same one back', async () => {
  await using other = makeTestFolder();
  const users = [1, 2, 3].map(() => startUser({ dataFolder: other.path }));
  await Promise.all(users.map((user) => user.next('ready')));
  for (let round = 0; round < 3; round += 1) {
    process.kill(serverPid(other.path) ?? 0, 'SIGKILL');
    await Promise.all(users.map((user) => user.next('postgres-restarted')));
  }
  await Promise.all(users.map((user) => user.leave()));
  expect(serverPid(other.path)).toBeUndefined();
});

test('an empty or broken lock does not either', async () => {
  await using other = makeTestFolder();
  await leaveStalePidFile({ dataFolder: other.path }, 1);
  for (const content of ['', 'x', '\0\0\0\0']) {
    writeFileSync(join(other.path, 'postgres/postmaster.pid'), content);
    expect(await nextStart({ dataFolder: other.path })).toBe('ready');
  }
});

test('the leavings of a killed creation are removed', async () => {
  await using other = makeTestFolder();
  const killed = startUser({ dataFolder: other.path });
  const leavings = () => readdirSync(other.path).filter((name) => name.includes('.new-'));
  await vi.waitUntil(() => leavings().length > 0, { timeout: 20_000, interval: 5 });
  await killed.kill();
  expect(leavings()).toHaveLength(1);
  expect(await nextStart({ dataFolder: other.path })).toBe('ready');
  expect(leavings()).toEqual([]);
});
