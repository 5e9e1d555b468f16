// What a role of a skill may do in the embedded server's database, and what `qiao doctor` sees of the server.

import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '#system/database/database.ts';
import { examinePostgres } from './examine-postgres.ts';
import { isDatabaseHardened } from './harden-database.ts';
import { openPostgres, type OpenPostgres } from './open-postgres.ts';
import { makeTestFolder, serverPid } from './testing/postgres-user.ts';

const folder = makeTestFolder();
const parts = {
  dataFolder: folder.path,
  databaseUrl: undefined,
  sharesDatabase: false,
  programs: undefined,
};
let before: Awaited<ReturnType<typeof examinePostgres>>;
let server: OpenPostgres;
let platform: Client;
let skill: Client;

beforeAll(async () => {
  before = await examinePostgres(parts);
  server = await openPostgres(parts);
  platform = new Client(clientConfig(server.address));
  await platform.connect();
  await platform.query(
    `create role sk_login login password 'x'; grant connect on database qiao to sk_login`,
  );
  skill = new Client({ ...clientConfig(server.address), user: 'sk_login', password: 'x' });
  await skill.connect();
});
afterAll(async () => {
  await skill.end();
  await platform.end();
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

test.each([
  `select set_config('role', 'qiao', false)`,
  'select pg_sleep(1)',
  `select pg_sleep_for('1 s')`,
  'select lo_create(0)',
  'select lo_creat(0)',
  `select lo_from_bytea(0, 'x')`,
  `select query_to_xml('select 1', true, true, '')`,
  `select table_to_xml('pg_class', true, true, '')`,
  'select pg_advisory_lock(1902732655, 1)',
  'select pg_try_advisory_lock(1902732655, 1)',
  'select pg_try_advisory_xact_lock_shared(1)',
  `select pg_logical_emit_message(false, 'a', 'b')`,
  'create table public.t (n int)',
  'create temporary table t (n int)',
  'create schema mine',
  'set role qiao',
  'set role postgres',
  'set session authorization postgres',
  `copy (select 1) to '/tmp/x'`,
  `copy (select 1) to program 'true'`,
  `select pg_read_file('postgresql.conf')`,
  `set temp_file_limit = '100GB'`,
])("a skill's role may not: %s", async (query) => {
  await expect(skill.query(query)).rejects.toMatchObject({ code: '42501' });
});

test.each(['postgres', 'template1'])(
  "a skill's role gets into no other database: %s",
  async (name) => {
    const client = new Client({
      ...clientConfig(server.address),
      user: 'sk_login',
      password: 'x',
      database: name,
    });
    await expect(client.connect()).rejects.toMatchObject({ code: '42501' });
  },
);

test.each([
  `select set_config('app.person', 'x', true)`,
  'select pg_advisory_xact_lock(1)',
  'create schema platform',
  'create table public.t (n int)',
  `alter role sk_login set temp_file_limit = '64MB'`,
])("the platform's role may: %s", async (query) => {
  await expect(platform.query(query)).resolves.toBeDefined();
});

test("the platform's role is no superuser", async () => {
  const { rows } = await platform.query(
    'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: true,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    },
  ]);
});

test('the database says that it is hardened, and orders text alike on every machine', async () => {
  expect(await isDatabaseHardened(platform)).toBe(true);
  const { rows } = await platform.query(
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
     current_setting('timezone') as zone, current_setting('max_connections') as most
     from pg_database where datname = current_database()`,
  );
  expect(rows).toEqual([
    { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', zone: 'UTC', most: '100' },
  ]);
});

test('doctor starts nothing, and sees what runs', async () => {
  expect(before).toMatchObject({
    status: 'ok',
    detail: { en: expect.stringContaining('first start') },
  });
  const now = await examinePostgres(parts);
  expect(now.detail.en).toContain(`process ${serverPid(folder.path)}`);
});

test('doctor names what is missing', async () => {
  const found = await examinePostgres({ ...parts, programs: folder.path });
  expect(found).toMatchObject({
    status: 'missing',
    detail: { en: expect.stringContaining('PG_BIN_DIR') },
  });
});
