// Notifications over a real connection, also when it is torn.

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientConfig } from './database.ts';
import { listen, type Listener } from './notifications.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let listener: Listener | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await listener?.close();
});
afterAll(() => database.drop());

/** What came, and a way to await how much has come. */
function record() {
  const payloads: string[] = [];
  let gaps = 0;
  return {
    payloads,
    handlers: {
      onPayload: (payload: string, channel: string) => payloads.push(`${channel}=${payload}`),
      onGap: () => {
        gaps += 1;
      },
    },
    gaps: (count: number) => until(() => gaps >= count),
    received: (count: number) => until(() => payloads.length >= count),
  };
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await pause(5);
}

async function notify(channel: string, payload: string): Promise<void> {
  await database.run({
    name: 'notify',
    text: 'select pg_notify($1, $2)',
    values: [channel, payload],
  });
}

async function killListeners(): Promise<number> {
  const client = new Client(clientConfig(database.superuser));
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %'`,
  );
  await client.end();
  return rowCount ?? 0;
}

describe('notifications', () => {
  it('come from every channel that is listened to, and from no other', async () => {
    const seen = record();
    listener = listen(database, ['one', 'Two'], seen.handlers);
    await seen.gaps(1);
    await notify('one', 'a');
    await notify('three', 'b');
    await notify('Two', 'c');
    await seen.received(2);
    expect(seen.payloads).toEqual(['one=a', 'Two=c']);
  });

  it('tell of a gap when the connection was killed, and come again after it', async () => {
    const seen = record();
    listener = listen(database, ['one'], seen.handlers);
    await seen.gaps(1);
    expect(await killListeners()).toBe(1);
    await seen.gaps(2);
    await notify('one', 'after');
    await seen.received(1);
    expect(seen.payloads).toEqual(['one=after']);
  });

  it('begin as soon as the database can be reached', async () => {
    const seen = record();
    let refusals = 2;
    const connect = async () => {
      if (refusals === 0) return database.connect();
      refusals -= 1;
      throw new TypeError('not yet');
    };
    listener = listen({ connect }, ['one'], seen.handlers);
    await seen.gaps(1);
    expect(refusals).toBe(0);
  });

  it('end at once also where the connection hangs', async () => {
    const seen = record();
    const hanging = listen({ connect: () => new Promise(() => undefined) }, ['one'], seen.handlers);
    await hanging.close();
    expect(seen.payloads).toEqual([]);
  });

  it('end with the connection when closed', async () => {
    const seen = record();
    const closed = listen(database, ['one'], seen.handlers);
    await seen.gaps(1);
    await closed.close();
    await notify('one', 'late');
    expect(await killListeners()).toBe(0);
    expect(seen.payloads).toEqual([]);
  });
});
