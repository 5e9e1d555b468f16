// The platform's own tables: made by the migrations that the backup's database had, filled, and brought up to date.

import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Client } from 'pg';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseTexts } from '#contract/texts/database-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import { PLATFORM_SCHEMA } from '../database/database.ts';
import type { Migrations } from '../database/migrate.ts';
import type { SqlClient } from './backup-parts.ts';
import type { OpenBackup } from './open-backup.ts';
import { tableSql } from './quoted.ts';

type Tables = Record<string, never>;

/** `work` in one transaction of `client`, committed when it resolves. */
export async function inOneTransaction<Result>(
  client: Client,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const only = { query: client.query.bind(client), release: () => undefined };
  const pool = { options: {}, connect: async () => only, end: async () => undefined };
  const dialect = new PostgresDialect({ pool });
  const kysely = new Kysely<Tables>({ dialect });
  return await kysely.transaction().execute(work);
}

/** Runs those of `migrations` that are not in the database yet. */
export async function migrateInside(
  transaction: Transaction<Tables>,
  migrations: Migrations,
): Promise<void> {
  const migrator = new Migrator({
    db: transaction,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: PLATFORM_SCHEMA,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const known = databaseFailure(error);
  const name = results.find(({ status }) => status === 'Error')?.migrationName;
  if (known instanceof AppError || name === undefined) throw known;
  const text = databaseTexts.migrationFailed(name, messageOf(error));
  throw new AppError('database-unavailable', text, { cause: error });
}

export function migrationsOf(all: Migrations, { manifest }: OpenBackup): Migrations {
  const names = new Set(manifest.migrations);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

interface Suspended {
  readonly stop: string;
  readonly resume: string;
}

/** Foreign keys and triggers, each with what takes it away and what brings it back as it was. */
const SUSPENDED = `
  select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, o.conname) as stop,
    format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, o.conname, pg_get_constraintdef(o.oid))
      as resume
  from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and o.contype = 'f' and o.conparentid = 0
  union all
  select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname),
    format('alter table %I.%I enable %s trigger %I', n.nspname, c.relname,
      case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D'`;

/**
 * Fills the platform's tables by `fill` while no foreign key and no trigger is at work: tables may point at each other in
 * circles. What the migrations put in goes first: the backup has it, as it became.
 */
export async function fillPlatform(client: SqlClient, fill: () => Promise<void>): Promise<void> {
  const suspended = await inQualifiedNames(client, () =>
    client.query<Suspended>(SUSPENDED, [PLATFORM_SCHEMA]),
  );
  for (const { stop } of suspended.rows) await client.query(stop);
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p')`,
    [PLATFORM_SCHEMA],
  );
  if (rows.length > 0) await client.query(`truncate ${rows.map(tableSql).join(', ')}`);
  await fill();
  for (const { resume } of suspended.rows) {
    await client.query(resume).catch((cause: unknown) => {
      const text = backupTexts.statementFailed(resume, messageOf(cause));
      throw new AppError('backup-invalid', text, { cause });
    });
  }
}

/** Names in what PostgreSQL writes must not depend on a search path that is another one later. */
async function inQualifiedNames<Result>(
  client: SqlClient,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query<{ search_path: string }>('show search_path');
  await client.query(`set local search_path = ''`);
  const result = await work();
  await client.query(`select set_config('search_path', $1, true)`, [rows[0]?.search_path ?? '']);
  return result;
}
