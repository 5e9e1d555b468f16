// The one connection a backup reads from: every table locked against being changed, then one snapshot of all of them.

import type { Client } from 'pg';
import { AppError } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { sqlStateOf } from '../database/database-failure.ts';
import { PLATFORM_SCHEMA, type Database } from '../database/database.ts';
import type { SqlClient } from './backup-parts.ts';
import { readTables, type TableFacts } from './catalogue/read-tables.ts';
import { inPlainForm } from './plain-form.ts';
import { quoted, tableSql } from './quoted.ts';

interface Schemas {
  readonly platform: readonly number[];
  /** Everything but the platform's, the queue's and PostgreSQL's own. */
  readonly skills: readonly number[];
  /** Of roles that we do not manage. */
  readonly foreign: readonly { readonly name: string; readonly owner: string }[];
}

export interface SourceSession {
  readonly client: Client;
  readonly schemas: Schemas;
  readonly tables: readonly TableFacts[];
  /** Ends the transaction, of which nothing stays. */
  close(): Promise<void>;
}

const TRIES = 5;
const NO_SUCH_TABLE = '42P01';
const LOCK_TIMEOUT = '55P03';

export async function openSource(database: Database): Promise<SourceSession> {
  const client = await database.connect();
  try {
    await inPlainForm(client);
    await client.query(`set lock_timeout = '60s'`);
    for (let tries = 1; ; tries += 1) {
      const session = await tryToOpen(client, tries === TRIES);
      if (session !== undefined) return session;
      await client.query('rollback');
    }
  } catch (thrown) {
    await client.end();
    if (sqlStateOf(thrown) !== LOCK_TIMEOUT) throw thrown;
    throw new AppError('conflict', backupTexts.tableLocked(), { cause: thrown });
  }
}

/** `undefined` where tables came or went between looking and locking. */
async function tryToOpen(client: Client, isLast: boolean): Promise<SourceSession | undefined> {
  const before = await readSchemas(client);
  const wanted = await readTables(client, [...before.platform, ...before.skills]);
  await client.query('begin isolation level repeatable read');
  await joinOwners(client, wanted);
  try {
    // Before the snapshot is taken: a table that was rewritten meanwhile would look empty in it.
    await lock(client, readable(wanted));
  } catch (thrown) {
    if (sqlStateOf(thrown) === NO_SUCH_TABLE && !isLast) return undefined;
    throw thrown;
  }
  const schemas = await readSchemas(client);
  const tables = await readTables(client, [...schemas.platform, ...schemas.skills]);
  const locked = new Set(wanted.map(({ oid }) => oid));
  const late = readable(tables).filter(({ oid }) => !locked.has(oid));
  if (late.length > 0 && !isLast) return undefined;
  await lock(client, late);
  // The server rolls back what its client leaves; a statement could not be sent while rows are still on their way.
  const close = () => client.end();
  return { client, schemas, tables, close };
}

/** What we may not read we may not lock either; its contents are told as left out. */
function readable(tables: readonly TableFacts[]): readonly TableFacts[] {
  return tables.filter(({ isHidden }) => !isHidden);
}

async function lock(client: SqlClient, tables: readonly TableFacts[]): Promise<void> {
  if (tables.length === 0) return;
  await client.query(`lock table ${tables.map(tableSql).join(', ')} in access share mode`);
}

/** Where we only manage a team's role without being in it, we join it until the rollback. */
async function joinOwners(client: SqlClient, tables: readonly TableFacts[]): Promise<void> {
  const owners = [...new Set(tables.map(({ owner }) => owner))];
  const { rows } = await client.query<{ role: string }>(
    `select r.rolname::text as role from pg_roles r
      where r.rolname = any ($1) and not pg_has_role(session_user, r.oid, 'usage')`,
    [owners],
  );
  for (const { role } of rows) await client.query(`grant ${quoted(role)} to session_user`);
}

interface SchemaRow {
  readonly oid: number;
  readonly name: string;
  readonly owner: string;
  readonly is_ours: boolean;
}

const SCHEMAS = `
  select n.oid, n.nspname::text as name, pg_get_userbyid(n.nspowner)::text as owner,
    pg_has_role(session_user, n.nspowner, 'member')
      or current_setting('server_version_num')::int < 160000 and r.rolcreaterole and not o.rolsuper as is_ours
  from pg_namespace n join pg_roles r on r.rolname = session_user join pg_roles o on o.oid = n.nspowner
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  order by n.nspname`;

/** No backup holds it: what is to run stands in the platform's own tables, and is queued again. */
const QUEUE_SCHEMA = 'pgboss';

async function readSchemas(client: SqlClient): Promise<Schemas> {
  const { rows } = await client.query<SchemaRow>(SCHEMAS);
  const others = rows.filter(({ name }) => name !== PLATFORM_SCHEMA && name !== QUEUE_SCHEMA);
  return {
    platform: rows.filter(({ name }) => name === PLATFORM_SCHEMA).map(({ oid }) => oid),
    skills: others.filter(({ is_ours }) => is_ours).map(({ oid }) => oid),
    foreign: others.filter(({ is_ours }) => !is_ours),
  };
}
