// Several processes, each started by itself, that share the embedded server: the first starts it, the last stops it.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import {
  groupOf,
  makeTestFolder,
  serverPid,
  startUser,
} from '#system/postgres/testing/postgres-user.ts';

async function ask(address: object | undefined, query: string): Promise<unknown> {
  const client = new Client({ ...address });
  await client.connect();
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

test('two that start at once on an empty folder share one server, and the last one out stops it', async () => {
  await using folder = makeTestFolder();
  const users = [1, 2].map(() => startUser({ dataFolder: folder.path }));
  const [first, second] = await Promise.all(users.map((user) => user.next('ready')));
  expect(second?.address).toEqual(first?.address);
  const pid = serverPid(folder.path);
  await ask(first?.address, 'create table kept (n int)');
  await users[0]?.leave();
  expect(serverPid(folder.path)).toBe(pid);
  expect(await ask(second?.address, 'select count(*) from kept')).toBe('0');
  await users[1]?.leave();
  expect(serverPid(folder.path)).toBeUndefined();
  expect(readdirSync(folder.path).toSorted()).toEqual([
    'postgres',
    'postgres-password',
    'postgres.log',
  ]);
});

test('what is beside the data is closed to others', async () => {
  await using folder = makeTestFolder();
  const user = startUser({ dataFolder: folder.path });
  const { address } = await user.next('ready');
  const modes = [
    join(folder.path, 'postgres-password'),
    join(folder.path, 'postgres.log'),
    join(folder.path, 'postgres'),
    address?.host ?? '',
  ].map((path) => statSync(path).mode.toString(8).slice(-3));
  expect(modes).toEqual(['600', '600', '700', '700']);
  await user.leave();
});

test('five processes that come and go always find a server, and none is left behind', async () => {
  await using folder = makeTestFolder();
  const comeAndGo = async (times: number): Promise<readonly unknown[]> => {
    const user = startUser({ dataFolder: folder.path });
    const { address } = await user.next('ready');
    const answer = await ask(address, 'select 1');
    await user.leave();
    return times > 1 ? [answer, ...(await comeAndGo(times - 1))] : [answer];
  };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => comeAndGo(4)));
  expect(answers.flat()).toEqual(Array.from({ length: 20 }, () => 1));
  expect(serverPid(folder.path)).toBeUndefined();
});

test('who arrives while the last one leaves gets a server', async () => {
  await using folder = makeTestFolder();
  let user = startUser({ dataFolder: folder.path });
  await user.next('ready');
  for (let round = 0; round < 8; round += 1) {
    const arriving = startUser({ dataFolder: folder.path });
    // The arriving process needs about this long to begin, so that the two meet at different points.
    await new Promise((resolve) => setTimeout(resolve, 60 + round * 12));
    const [{ address }] = await Promise.all([arriving.next('ready'), user.leave()]);
    expect(await ask(address, 'select 1')).toBe(1);
    user = arriving;
  }
  await user.leave();
  expect(serverPid(folder.path)).toBeUndefined();
});

test('a starter that is killed leaves the server running, and the next one adopts it', async () => {
  await using folder = makeTestFolder();
  const killed = startUser({ dataFolder: folder.path });
  await killed.next('ready');
  const pid = serverPid(folder.path);
  await killed.kill();
  const next = startUser({ dataFolder: folder.path });
  const { address } = await next.next('ready');
  expect(serverPid(folder.path)).toBe(pid);
  expect(await ask(address, 'select 1')).toBe(1);
  await next.leave();
  expect(serverPid(folder.path)).toBeUndefined();
});

test('Ctrl-C in the terminal does not reach the server', async () => {
  await using folder = makeTestFolder();
  const user = startUser({ dataFolder: folder.path });
  const { address } = await user.next('ready');
  const pid = serverPid(folder.path) ?? 0;
  expect(groupOf(pid)).toEqual([pid, pid]);
  user.interruptGroup();
  expect(await ask(address, 'select 1')).toBe(1);
  expect(serverPid(folder.path)).toBe(pid);
});

test('a second start neither creates nor prepares anything again', async () => {
  await using folder = makeTestFolder();
  const madeAt = () => statSync(join(folder.path, 'postgres/qiao-prepared')).mtimeMs;
  const first = startUser({ dataFolder: folder.path });
  await first.next('ready');
  const before = madeAt();
  await first.leave();
  const second = startUser({ dataFolder: folder.path });
  await second.next('ready');
  expect(madeAt()).toBe(before);
  await second.leave();
});
