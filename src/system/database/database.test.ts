import { afterAll, expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { clientConfig, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { createTestDatabase } from './testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const one = (text: string) => database.run({ name: '', text, values: [] });

test('values keep what PostgreSQL holds: no rounding, no day moved by a time zone', async () => {
  const [row] = await one(`select 9007199254740993::int8 as large, 42::int8 as small,
    0.123456789012345678::numeric as exact, date '2026-01-02' as day, time '03:04:05' as hour,
    timestamp '2026-01-02 03:04:05' as local, timestamptz '2026-01-02 03:04:05+00' as moment`);
  expect(row).toEqual({
    large: '9007199254740993',
    small: 42,
    exact: '0.123456789012345678',
    day: '2026-01-02',
    hour: '03:04:05',
    local: '2026-01-02 03:04:05',
    moment: new Date('2026-01-02T03:04:05Z'),
  });
});

test('a migration that fails half-way is rolled back whole, and named', async () => {
  const failing = migrate(database, {
    '0001_fine': { up: async (db) => db.schema.createTable('platform.kept').execute() },
    '0002_broken': {
      async up(db) {
        await db.schema.createTable('platform.half').addColumn('a', 'integer').execute();
        await db.schema.dropTable('platform.nowhere').execute();
      },
    },
  });
  await expect(failing).rejects.toThrow(/0002_broken.*nowhere/);
  const [row] = await one(
    `select to_regclass('platform.kept') as kept, to_regclass('platform.half') as half`,
  );
  expect(row).toEqual({ kept: null, half: null });
});

test('a read-only database is told with what to do', async () => {
  const failing = database.transaction(async (client) => {
    await client.query('set transaction read only');
    await client.query('create table platform.no (a int)');
  });
  await expect(failing).rejects.toThrow(AppError);
  await expect(failing).rejects.toThrow(/read-only.*writable primary/);
});

test('work is done again where the connection is lost', async () => {
  let tries = 0;
  const result = await database.again(async () => {
    tries += 1;
    const client = await database.connect();
    if (tries === 1) await client.query('select pg_terminate_backend(pg_backend_pid())');
    const { rows } = await client.query('select 1 as one');
    await client.end();
    return rows;
  });
  expect(result).toEqual([{ one: 1 }]);
  expect(tries).toBe(2);
});

test('a connection that breaks between two statements of a transaction fails it, and nothing else', async () => {
  const failing = database.transaction(async (client) => {
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
    // Not `once` of node:events: it listens for errors too, and this is about nobody doing so.
    const over = new Promise((resolve) => client.once('end', resolve));
    await one(`select pg_terminate_backend(${rows[0]?.id})`);
    await over;
    await client.query('select 1');
  });
  await expect(failing).rejects.toMatchObject({ code: 'database-unavailable' });
});

test('work waits for a connection where others have taken them all', async () => {
  const superuser = openDatabase(database.superuser, { poolSize: 1 });
  const limit = (most: number) =>
    superuser.run({
      name: '',
      text: `alter role ${clientConfig(database.address).user} connection limit ${most}`,
      values: [],
    });
  const ask = async (patienceMs: number) => {
    const asking = openDatabase(database.address, { poolSize: 1, patienceMs });
    try {
      return await asking.again(() =>
        asking.run({ name: '', text: 'select 1 as one', values: [] }),
      );
    } finally {
      await asking.close();
    }
  };
  await limit(0);
  await expect(ask(0)).rejects.toMatchObject({ details: { sqlState: '53300' } });
  const waiting = ask(20_000);
  await limit(-1);
  expect(await waiting).toEqual([{ one: 1 }]);
  await superuser.close();
});
