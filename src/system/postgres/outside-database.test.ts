// What is said of a DATABASE_URL, tried on a real server; nothing that is said shows the password.

import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { examinePostgres } from './examine-postgres.ts';
import { openPostgres } from './open-postgres.ts';
import { openOutsideDatabase } from './outside-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await query('drop schema platform cascade');
});
afterAll(() => database.drop());

/** By way of the socket's folder, as people write it in an address. */
function urlOf({ host = inject('postgres').host, password = '', name = '' } = {}): string {
  if ('url' in database.address) throw new Error('an address in parts');
  const { user, port } = database.address;
  const secret = password === '' ? database.address.password : password;
  const path = name === '' ? database.address.database : name;
  return `postgres://${user}:${secret}@${encodeURIComponent(host)}:${port}/${path}`;
}

async function query(text: string): Promise<void> {
  const client = new Client({ connectionString: urlOf() });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function refusal(databaseUrl: string, sharesDatabase = false): Promise<string> {
  const error = await openOutsideDatabase({ databaseUrl, sharesDatabase }).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('it was not refused');
  expect(error.code).toBe('database-unavailable');
  return `${error.text.en} ${error.text.zh} ${JSON.stringify(error.details)} ${error.stack}`;
}

test('an empty database is taken, and its version known', async () => {
  const found = await openOutsideDatabase({ databaseUrl: urlOf(), sharesDatabase: false });
  expect(found).toMatchObject({ version: expect.stringMatching(/^18\./), isHardened: false });
  expect(found.place).toContain(database.address.host);
});

test("another program's tables are refused by name, unless sharing is meant", async () => {
  await query('create table "Their Orders" (n int)');
  expect(await refusal(urlOf())).toContain('public."Their Orders"');
  const shared = openOutsideDatabase({ databaseUrl: urlOf(), sharesDatabase: true });
  await expect(shared).resolves.toMatchObject({ isHardened: false });
});

test('beside our own schema another table is no reason', async () => {
  await query('create schema platform');
  await expect(
    openOutsideDatabase({ databaseUrl: urlOf(), sharesDatabase: false }),
  ).resolves.toBeDefined();
  await query('drop schema platform; drop table "Their Orders"');
});

test("tables of our jobs and of skills' schemas are ours", async () => {
  await query(
    'create schema pgboss; create schema sk_1; create table pgboss.a (); create table sk_1.b ()',
  );
  await expect(
    openOutsideDatabase({ databaseUrl: urlOf(), sharesDatabase: false }),
  ).resolves.toBeDefined();
  await query('drop schema pgboss, sk_1 cascade');
});

test('a wrong password is told with the place and the user, and is not shown', async () => {
  const said = await refusal(urlOf({ password: 'hunter2secret' }));
  expect(said).toContain('refused the user');
  expect(said).not.toContain('hunter2secret');
});

test('a database that is not there is named', async () => {
  const said = await refusal(urlOf({ name: 'no_such_one' }));
  expect(said).toContain('no database "no_such_one"');
});

test.each([
  ['a port that nobody listens on', 'postgres://u:hunter2secret@127.0.0.1:1/d', '127.0.0.1:1, d'],
  [
    'a host that there is none of',
    'postgres://u:hunter2secret@no.such.invalid/d',
    'no.such.invalid',
  ],
  ['a socket that is missing', 'postgres://u:hunter2secret@%2Fno%2Fsuch/d', '/no/such'],
  [
    'a broken address',
    'postgres://u:hunter2secret%zz@host:x/d',
    'DATABASE_URL is no valid address',
  ],
])('%s is told, and the password is not', async (_, url, part) => {
  const said = await refusal(url);
  expect(said).toContain(part);
  expect(said).not.toContain('hunter2secret');
});

test('through the one door nothing is started', async () => {
  const parts = { dataFolder: '/nowhere', sharesDatabase: false, programs: undefined };
  const opened = await openPostgres({ ...parts, databaseUrl: urlOf() });
  expect(opened).toMatchObject({ isEmbedded: false, superuser: undefined, isHardened: false });
  await opened.stop();
});

test('doctor says what was found, or why not', async () => {
  const parts = { dataFolder: '/nowhere', sharesDatabase: false, programs: undefined };
  const found = await examinePostgres({ ...parts, databaseUrl: urlOf() });
  expect(found).toMatchObject({
    status: 'limited',
    detail: { en: expect.stringContaining('18.') },
  });
  const missing = await examinePostgres({ ...parts, databaseUrl: urlOf({ name: 'none' }) });
  expect(missing).toMatchObject({ status: 'missing' });
});
