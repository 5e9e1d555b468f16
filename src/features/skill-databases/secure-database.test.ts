import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig, openDatabase } from '#system/database/database.ts';
import { hardenDatabase } from '#system/postgres/harden-database.ts';
import { rolePassword } from './scram-verifier.ts';
import { secureDatabase } from './secure-database.ts';
import { createSkillDatabases } from './skill-databases.ts';
import {
  createDatabaseFixture,
  PASSWORD_KEY,
  told,
  type DatabaseFixture,
} from './testing/database-fixture.ts';

let fixture: DatabaseFixture;
let superuser: Client;
beforeAll(async () => {
  fixture = await createDatabaseFixture();
  superuser = new Client(clientConfig(fixture.database.superuser));
  await superuser.connect();
});
afterAll(async () => {
  await superuser.end();
  await fixture.close();
});

const ask = async (text: string, values: readonly unknown[] = []) =>
  (await fixture.database.run({ name: '', text, values }))[0];

test('CTX-07 what the owner can close is closed, and the rest is told with what to do', async () => {
  await superuser.query('create schema open_to_all; grant usage on schema open_to_all to public');
  const remarks = (await secureDatabase(fixture.database, false)).map(({ en }) => en);
  expect(remarks).toEqual([
    expect.stringMatching(/^Schemas that every role may use: open_to_all\. .*REVOKE ALL/),
    expect.stringMatching(/^Skills may call these system functions: .*set_config.*as superuser/),
  ]);
  await superuser.query('drop schema open_to_all');
});

test('CTX-07 where other programs use the database nothing of theirs is taken away', async () => {
  await superuser.query('grant usage on schema public to public');
  const remarks = (await secureDatabase(fixture.database, true)).map(({ en }) => en);
  expect(remarks.join()).toMatch(/every role may use: public/);
  await superuser.query('revoke usage on schema public from public');
});

test('CTX-07 in a hardened database nothing is left to tell, and sessions work as before', async () => {
  const owner = String((await ask('select current_user as name'))?.['name']);
  await hardenDatabase({ client: superuser, owner });
  expect(await secureDatabase(fixture.database, false)).toEqual([]);
  expect(await fixture.once('hard', 'create table t (a int)')).toMatchObject({ row_count: 0 });
  expect(
    await fixture.once('hard', 'insert into t values (:a) returning a', { a: 1 }),
  ).toMatchObject({
    rows: [[1]],
  });
  expect(await fixture.once('hard', `select current_setting('temp_file_limit')`)).toMatchObject({
    rows: [['256MB']],
  });
});

test.each([
  [`select set_config('search_path', 'x', false)`],
  ['select pg_sleep(1)'],
  ['select pg_advisory_lock(1)'],
  ['select pg_try_advisory_xact_lock(1)'],
  ['select lo_create(0)'],
  [`select query_to_xml('select 1', true, true, '')`],
])('CTX-07 in a hardened database %s is refused', async (sql) => {
  expect(await fixture.once('hard', sql)).toMatch(/^42501: /);
});

test('CTX-07 an address given as a URL serves as well, whatever login stands in it', async () => {
  const { host, ...rest } = fixture.database.address;
  const { port, user, password, database } = {
    user: '',
    password: '',
    database: '',
    port: 0,
    ...rest,
  };
  const url = `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const byUrl = openDatabase({ url });
  const parts = { database: byUrl, passwordKey: PASSWORD_KEY, newId: randomUUID };
  const databases = createSkillDatabases(parts);
  const use = { orgId: 'url', teamId: '', signal: new AbortController().signal };
  const run = databases.sessionsFor(use);
  const session = await run.open();
  const role = await fixture.roleOf('url', '');
  expect(
    await run.execute(
      session,
      `select current_user, current_setting('timezone'), current_schema()`,
      null,
    ),
  ).toMatchObject({ rows: [[role, 'UTC', role]] });
  await databases.close();
  await byUrl.close();
});

test('CTX-07 a role that may do more than a skill should is not used', async () => {
  await fixture.once('strong', 'select 1');
  const role = await fixture.roleOf('strong');
  await superuser.query(`alter role ${role} createrole`);
  const parts = { database: fixture.database, passwordKey: PASSWORD_KEY, newId: randomUUID };
  const other = createSkillDatabases(parts);
  const use = { orgId: 'strong', teamId: 'team', signal: new AbortController().signal };
  const refused = await other.sessionsFor(use).open().then(String, told);
  expect(refused).toMatch(
    /^database-unavailable: The database role "sk_.*Take those rights from it/,
  );
  await superuser.query(`alter role ${role} nocreaterole`);
  await other.close();
});

test('CTX-07 a platform role that may not create roles is told so', async () => {
  const owner = String((await ask('select current_user as name'))?.['name']);
  await superuser.query(`alter role ${owner} nocreaterole`);
  const refused = await fixture.run('weak').open().then(String, told);
  expect(refused).toMatch(
    /^database-unavailable: The team's skill database can't be set up.*CREATEROLE/,
  );
  await superuser.query(`alter role ${owner} createrole`);
  expect(await fixture.once('weak', 'select 1')).toMatchObject({ rows: [[1]] });
});

test('CTX-07 a connection that a dead server left behind is ended by another', async () => {
  await fixture.once('left', 'select 1');
  const user = await fixture.roleOf('left');
  const password = rolePassword(PASSWORD_KEY, user);
  const left = new Client({ ...clientConfig(fixture.database.superuser), user, password });
  await left.connect();
  const ended = once(left, 'error');
  left.on('error', () => undefined);
  // Twice the longest session, by the server's clock.
  await ask('select pg_sleep(0.15)');
  const other = createSkillDatabases({
    database: fixture.database,
    passwordKey: PASSWORD_KEY,
    limits: { sessionMs: 50 },
    newId: randomUUID,
  });
  await other.sessionsFor({ orgId: 'left', teamId: 'x', signal: AbortSignal.timeout(5000) }).open();
  expect(await ended).toMatchObject([{ code: '57P01' }]);
  await other.close();
});
