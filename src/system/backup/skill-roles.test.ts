import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { clientConfig, openDatabase } from '../database/database.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { compareDatabases } from './testing/compare-databases.ts';
import { createTestInstance, dropRoles, execute } from './testing/instance-fixture.ts';
import { manyTypesMigrations } from './testing/many-types.ts';

// Another machine: roles belong to a whole server.
const folder = mkdtempSync(join('/var/tmp', 'qiao-other-'));
chmodSync(folder, 0o711);
const other = await startPostgres({ dataFolder: folder });
const elsewhere = openDatabase(other.address);
const source = await createTestInstance(manyTypesMigrations);
const role = `sk_${source.folder.slice(-6).toLowerCase()}`;
const file = join(source.folder, 'roles.zip');
const target = { ...source.parts, database: elsewhere, dataFolder: folder, roots: [] };

afterAll(async () => {
  await dropRoles(source.database, [role]);
  await source.drop();
  await elsewhere.close();
  await other.stop();
  rmSync(folder, { recursive: true, force: true });
});

// As the platform makes them: its own schema, in which the team's role may make things.
await execute(
  source.database,
  `create role ${role} login noinherit connection limit 3 password 'old';
   alter role ${role} set search_path = ${role}; alter role ${role} set statement_timeout = '7s';
   alter role ${role} set application_name = 'a, ''b''';
   grant ${role} to session_user with inherit true, set false;
   create schema ${role}; grant usage, create on schema ${role} to ${role};
   do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$;`,
);
const asTeam = async (text: string) => {
  const client = new Client(
    clientConfig({ ...inject('postgres'), user: role, password: 'old', database: databaseName() }),
  );
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

function databaseName(): string {
  return 'database' in source.database.address ? source.database.address.database : '';
}

// What a skill could write to gain the platform's rights while its tables are filled by a restore.
await asTeam(`
  create table seen (who text, asked text, said text);
  create function escape(n int) returns boolean language plpgsql as $f$ declare trick text; begin
    foreach trick in array array['reset role', 'set role none', 'set session authorization default',
      'select set_config(''role'', ''none'', false)', 'create table platform.taken (a int)',
      'create table platform.taken2 as select * from platform.stamped', 'select * from platform.stamped'] loop
      begin execute trick; insert into seen values (current_user, trick, 'worked');
      exception when others then insert into seen values (current_user, trick, sqlerrm); end;
    end loop; return true; end $f$;
  create function quiet(n int) returns boolean language plpgsql immutable as $f$ begin return escape(n); end $f$;
  create function late() returns trigger language plpgsql as $f$ begin perform escape(1); return new; end $f$;
  create table plain (a int);
  create constraint trigger at_commit after insert on plain deferrable initially deferred for each row execute function late();
  create function queue(n int) returns int language plpgsql as $f$ begin insert into plain values (n); return n; end $f$;
  create domain picky as int;
  create table trap (a int, b boolean generated always as (quiet(a)) stored, c picky);
  insert into trap values (1, default, 5); delete from seen; insert into plain values (9); delete from seen;
  alter table trap add constraint asks check (escape(a));
  alter domain picky add constraint asks check (escape(value));
  alter table trap add constraint queues check (queue(a) > 0);
`);
// What it did at home, with its own rights.
await asTeam('delete from seen; delete from plain');
await asTeam('delete from seen');
await execute(source.database, 'revoke all on schema public from public');

test('roles come back on another server, with settings and rights; the given password opens them', async () => {
  const made = await createBackup(source.parts, file);
  expect(made.leftOut).toEqual([]);
  const report = await restoreBackup({ ...target, rolePassword: async () => 'new' }, file);
  expect(report.remarks).toEqual([]);
  expect(
    await compareDatabases(source.database.address, other.address, {
      ignoreRowsOf: [`${role}.seen`, `${role}.plain`],
    }),
  ).toEqual([]);
  const place = 'database' in other.address ? other.address.database : '';
  const client = new Client(
    clientConfig({ ...other.superuser, user: role, password: 'new', database: place }),
  );
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
      (select setconfig[3] from pg_db_role_setting where setrole = current_user::regrole) as note, (select count(*)::int from trap) as n`,
  );
  await client.end();
  expect(rows).toEqual([{ path: role, timeout: '7s', note: `application_name=a, 'b'`, n: 1 }]);
  const [facts] = await elsewhere.run({
    name: '',
    text: `select r.rolcanlogin, r.rolinherit, r.rolconnlimit, bool_or(m.inherit_option) as inherits,
        bool_or(m.set_option) as sets
      from pg_roles r join pg_auth_members m on m.roleid = r.oid
      join pg_roles u on u.oid = m.member and u.rolname = current_user where r.rolname = $1 group by r.oid, 1, 2, 3`,
    values: [role],
  });
  expect(facts).toEqual({
    rolcanlogin: true,
    rolinherit: false,
    rolconnlimit: 3,
    inherits: true,
    sets: false,
  });
});

test('what skills wrote never runs with the rights of the platform', async () => {
  const rows = await elsewhere.run({
    name: '',
    text: `select who, asked, said from ${role}.seen where who <> $1 or said = 'worked'`,
    values: [role],
  });
  expect(rows).toEqual([]);
  const [tried] = await elsewhere.run({
    name: '',
    text: `select count(*)::int as n from ${role}.seen`,
    values: [],
  });
  expect(tried).not.toEqual({ n: 0 });
  const taken = await elsewhere.run({
    name: '',
    text: `select relname from pg_class where relname like 'taken%' or relnamespace in (
      select oid from pg_namespace where nspname = 'qiao_restore')`,
    values: [],
  });
  expect(taken).toEqual([]);
});

test('force replaces schemas and roles of another backup', async () => {
  await restoreBackup({ ...target, rolePassword: async () => 'again' }, file, { force: true });
  expect(
    await compareDatabases(source.database.address, other.address, {
      ignoreRowsOf: [`${role}.seen`, `${role}.plain`],
    }),
  ).toEqual([]);
});

test('what can not be rebuilt or read is told, and the rest still comes back', async () => {
  await asTeam(`
    drop table trap; drop domain picky cascade; delete from seen;
    create aggregate total(int) (sfunc = int4pl, stype = int, initcond = '0');
    create view needs_it as select total(1) as t; create view needs_that as select * from needs_it;
    create table forced (a int); alter table forced enable row level security; alter table forced force row level security;
    create table shut (a int); insert into shut values (1); revoke all on shut from ${role};
    create sequence shut_sequence; revoke all on shut_sequence from ${role};
    create table old_rows (at timestamptz check (at > now() - interval '1 second')); insert into old_rows values (now());
    create materialized view fails as select 1 / (select count(*)::int from seen where asked = 'never') as n with no data;
    select pg_sleep(1.1)`);
  const report = await createBackup(source.parts, file, { force: true });
  const told = report.leftOut.map(({ en }) => en).join('\n');
  for (const words of [
    /aggregate .*total/,
    /view .*needs_it.*needs aggregate/,
    /needs_that.*needs view/,
    /contents of .*forced"/,
    /contents of .*shut"/,
    /contents of .*shut_sequence"/,
  ]) {
    expect(told).toMatch(words);
  }
  const restored = await restoreBackup(target, file, { force: true });
  expect(restored.leftOut).toEqual(report.leftOut);
  expect(restored.remarks.map(({ en }) => en).join()).toMatch(/old_rows.*new rows only/);
  const [held] = await elsewhere.run({
    name: '',
    text: `select count(*)::int as n from ${role}.old_rows`,
    values: [],
  });
  expect(held).toEqual({ n: 1 });
});

test('a role of that name that is not ours to manage stops the restore', async () => {
  const superuser = new Client(clientConfig(other.superuser));
  await superuser.connect();
  await superuser.query(`create role sk_someone`);
  await execute(
    source.database,
    `create role ${role}_b; grant ${role}_b to session_user; create schema ${role}_b authorization ${role}_b`,
  );
  await createBackup(source.parts, file, { force: true });
  await superuser.query(`alter role sk_someone rename to ${role}_b`);
  await superuser.end();
  await expect(restoreBackup(target, file, { force: true })).rejects.toThrow(
    /has a role .* may not manage/,
  );
  const [still] = await elsewhere.run({
    name: '',
    text: `select count(*)::int as n from ${role}.old_rows`,
    values: [],
  });
  expect(still).toEqual({ n: 1 });
  await dropRoles(source.database, [`${role}_b`]);
});
