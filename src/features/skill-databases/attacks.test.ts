// What skills try against the platform, other teams and the server, and what each of them gets.

import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientConfig } from '#system/database/database.ts';
import { createDatabaseFixture, type DatabaseFixture } from './testing/database-fixture.ts';

let fixture: DatabaseFixture;
let victim: string;
let own: string;
let platform: string;

/** The platform's tables and the queue's, another team's, and what a superuser left about. */
beforeAll(async () => {
  fixture = await createDatabaseFixture();
  await fixture.once('victim', 'create table diary (body text)');
  await fixture.once('victim', `insert into diary values ('secret')`);
  await fixture.once(
    'victim',
    `create function tell() returns text language sql security definer as 'select body from diary'`,
  );
  await fixture.once('victim', 'grant all on diary to public');
  await fixture.once('mallory', 'create table own (a int)');
  victim = await fixture.roleOf('victim');
  own = await fixture.roleOf('mallory');
  const [row] = await fixture.database.run({ name: '', text: 'select current_user', values: [] });
  platform = String(row?.['current_user']);
  const client = new Client(clientConfig(fixture.database.superuser));
  await client.connect();
  await client.query(`create function public.root_tells() returns text language sql security definer
    as 'select rolpassword::text from pg_authid limit 1'`);
  await client.query(`create schema pgboss authorization "${platform}"`);
  await client.end();
  await fixture.database.run({ name: '', text: 'create table pgboss.job (id int)', values: [] });
});
afterAll(async () => {
  await fixture.close();
});

const DENIED = /^42501: /;
/** Refused before rights are looked at, as every statement of a session is in a transaction. */
const IN_TRANSACTION = /^25001: /;

test.each<[string, string, RegExp]>([
  ['reads a platform table', 'select * from platform.skill_databases', DENIED],
  ['writes a platform table', `delete from platform.skill_databases`, DENIED],
  ['locks a platform table', 'lock table platform.skill_databases', DENIED],
  ['reads the migrations', 'select * from platform.migrations', DENIED],
  ['reads the queue', 'select * from pgboss.job', DENIED],
  ['writes the queue', 'insert into pgboss.job values (1)', DENIED],
  ['makes a table beside the platform’s', 'create table platform.mine (a int)', DENIED],
  ['makes a table in public', 'create table public.mine (a int)', DENIED],
  ['makes a schema', 'create schema mine', DENIED],
  ['takes the platform’s name for a schema', 'create schema authorization PLATFORM', DENIED],
  ['reads another team’s table', 'select * from VICTIM.diary', DENIED],
  ['calls another team’s function', 'select VICTIM.tell()', DENIED],
  ['makes a table in another team’s schema', 'create table VICTIM.mine (a int)', DENIED],
  [
    'looks there with its search path',
    `select set_config('search_path', 'VICTIM', true), (select count(*) from pg_class where oid = to_regclass('VICTIM.diary'))`,
    /^42501|rows/,
  ],
  ['calls a superuser’s function in public', 'select public.root_tells()', DENIED],
  ['becomes the platform', 'set role PLATFORM', DENIED],
  ['becomes another team', 'set role VICTIM', DENIED],
  ['becomes the superuser', 'set role postgres', DENIED],
  ['becomes it by set_config', `select set_config('role', 'PLATFORM', false)`, DENIED],
  ['changes the session’s user', 'set session authorization PLATFORM', DENIED],
  [
    'changes it by set_config',
    `select set_config('session_authorization', 'PLATFORM', true)`,
    DENIED,
  ],
  [
    'changes it in a function’s settings',
    `create function f() returns int language sql set role = 'PLATFORM' as 'select 1'`,
    DENIED,
  ],
  ['gives itself a role', 'grant PLATFORM to OWN', DENIED],
  ['gives itself all data', 'grant pg_read_all_data to OWN', DENIED],
  ['gives itself rights', 'alter role OWN superuser', DENIED],
  ['may create roles', 'alter role OWN createrole', DENIED],
  ['raises its number of connections', 'alter role OWN connection limit 1000', DENIED],
  ['makes a role', 'create role helper login', DENIED],
  ['changes another’s password', `alter role PLATFORM password 'x'`, DENIED],
  ['changes another team’s presets', `alter role VICTIM set search_path = OWN`, DENIED],
  ['gives its table to the platform', 'alter table own owner to PLATFORM', DENIED],
  ['drops its schema', 'drop schema OWN cascade', DENIED],
  ['renames its schema', 'alter schema OWN rename to platform2', DENIED],
  ['opens its schema to all', 'grant usage on schema OWN to public', /^42501|row_count/],
  ['reads a file', `select pg_read_file('/etc/passwd')`, DENIED],
  ['reads a file in parts', `select pg_read_binary_file('postgresql.conf', 0, 10)`, DENIED],
  ['lists a folder', `select pg_ls_dir('.')`, DENIED],
  ['looks at a file', `select pg_stat_file('postgresql.conf')`, DENIED],
  ['copies from a file', `copy own from '/etc/passwd'`, DENIED],
  ['copies to a file', `copy own to '/tmp/x'`, DENIED],
  ['runs a program', `copy own from program 'id'`, DENIED],
  ['imports a large object', `select lo_import('/etc/passwd')`, DENIED],
  ['exports a large object', `select lo_export(1, '/tmp/x')`, DENIED],
  ['reads passwords', 'select * from pg_authid', DENIED],
  ['reads password hashes', 'select * from pg_shadow', DENIED],
  ['writes the catalogue', `update pg_class set relowner = 10`, DENIED],
  ['reads where the data lie', `select current_setting('data_directory')`, DENIED],
  ['changes the server’s settings', `alter system set max_connections = 5`, IN_TRANSACTION],
  ['reloads the server’s settings', 'select pg_reload_conf()', DENIED],
  ['turns triggers off', `set session_replication_role = replica`, DENIED],
  ['makes itself unlogged', `set log_statement = 'none'`, DENIED],
  [
    'makes a C function',
    `create function c() returns int language c as 'libc.so.6', 'getpid'`,
    DENIED,
  ],
  [
    'makes an internal function',
    `create function i() returns int language internal as 'pg_backend_pid'`,
    DENIED,
  ],
  ['loads a library', `load '/tmp/evil.so'`, DENIED],
  ['makes a language', 'create language plpython3u', /^42501|^0A000|^58P01/],
  ['installs an extension', 'create extension if not exists dblink', /^42501|^0A000|^58P01/],
  ['installs a trusted extension', 'create extension pgcrypto', /^42501|^0A000|^58P01/],
  [
    'makes an event trigger',
    'create event trigger e on ddl_command_end execute function VICTIM.tell()',
    /^42501|^42P17/,
  ],
  ['makes a foreign server', 'create foreign data wrapper w', DENIED],
  ['publishes tables', 'create publication p for all tables', DENIED],
  [
    'subscribes elsewhere',
    `create subscription s connection 'host=evil' publication p with (connect = false)`,
    DENIED,
  ],
  ['makes a database', 'create database mine', IN_TRANSACTION],
  ['drops the database', 'drop database DATABASE', IN_TRANSACTION],
  ['alters the database', 'alter database DATABASE set search_path = OWN', DENIED],
  ['makes a tablespace', `create tablespace t location '/tmp'`, IN_TRANSACTION],
  ['reads a table of another database', 'select * from postgres.public.x', /^0A000/],
  ['makes a temporary table', 'create temporary table t (a int)', DENIED],
  [
    'ends the platform’s connections',
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'PLATFORM'`,
    DENIED,
  ],
  [
    'cancels the platform’s statements',
    `select pg_cancel_backend(pid) from pg_stat_activity where usename = 'PLATFORM'`,
    DENIED,
  ],
  ['waits for a checkpoint', 'checkpoint', DENIED],
  ['vacuums', 'vacuum', IN_TRANSACTION],
  ['makes a wal record switch', 'select pg_switch_wal()', DENIED],
  ['ends its transaction inside a block', `do $$ begin commit; end $$`, /^2D000/],
  ['locks the catalogue', 'lock table pg_catalog.pg_class in exclusive mode', DENIED],
  [
    'reads what others execute',
    `select count(*) from pg_stat_activity where usename = 'PLATFORM' and query not like '<insufficient%'`,
    /"rows":\[\[0\]\]/,
  ],
  ['sends a second statement', `select 1; drop table own`, /^42601/],
  ['escapes with a comment', `select 1 /* */; set role PLATFORM --`, /^42601/],
  [
    'reads another team’s column statistics',
    `select count(*) from pg_stats where schemaname = 'VICTIM'`,
    /"rows":\[\[0\]\]/,
  ],
  [
    'refers to a platform table',
    'create table r (a text references platform.skill_databases (role))',
    DENIED,
  ],
  ['gives its role to another team', 'grant OWN to VICTIM', DENIED],
  ['holds the log of changes', `select pg_create_physical_replication_slot('s')`, DENIED],
  ['leaves a prepared transaction', `prepare transaction 'left'`, /^55000/],
  ['drops what it is not', 'drop owned by PLATFORM', DENIED],
  ['takes what it is not', 'reassign owned by PLATFORM to OWN', DENIED],
])('CTX-07 a skill that %s gets nothing of it', async (_, template, expected) => {
  const sql = template
    .replaceAll('PLATFORM', () => platform)
    .replaceAll('VICTIM', () => victim)
    .replaceAll('DATABASE', () => platform)
    .replaceAll('OWN', () => own);
  const answer = await fixture.once('mallory', sql);
  expect(typeof answer === 'string' ? answer : JSON.stringify(answer)).toMatch(expected);
});

test('CTX-07 a view or function that a skill leaves behind never runs with the platform’s rights', async () => {
  const as = `language sql as 'select current_user::text'`;
  await fixture.once('mallory', `create function whoami() returns text ${as}`);
  await fixture.once('mallory', `create function definer() returns text security definer ${as}`);
  expect(await fixture.once('mallory', 'select whoami(), definer()')).toMatchObject({
    rows: [[own, own]],
  });
});

test('CTX-07 what a team opens to all stays closed to the others', async () => {
  await fixture.once('victim', `grant usage on schema "${victim}" to public`);
  expect(await fixture.once('mallory', `select * from ${victim}.diary`)).toMatch(DENIED);
});

test('CTX-07 after all this the platform and the other team have what they had', async () => {
  const [row] = await fixture.database.run({
    name: '',
    text: `select (select count(*) from platform.skill_databases) as teams,
      (select count(*) from pgboss.job) as jobs,
      (select rolsuper or rolcreaterole from pg_roles where rolname = $1) as is_powerful`,
    values: [own],
  });
  expect(row).toEqual({ teams: 2, jobs: 0, is_powerful: false });
  expect(await fixture.once('victim', 'select * from diary')).toMatchObject({
    rows: [['secret']],
  });
});
