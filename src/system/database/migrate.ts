// Brings the platform's tables to what this version of the program needs: forward only, all or nothing.

import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { AppError, messageOf } from '#base/app-error.ts';
import { databaseTexts } from '#contract/texts/database-texts.ts';
import { databaseFailure } from './database-failure.ts';
import { PLATFORM_SCHEMA, type Database } from './database.ts';

/** By name, `NNNN_what`; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/** The names of those that ran now. Two processes at once: one waits for the other. */
export async function migrate(
  database: Database,
  migrations: Migrations,
): Promise<readonly string[]> {
  const kysely = database.tables<Record<string, never>>();
  const migrator = new Migrator({
    db: kysely.withoutPlugins(),
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableSchema: PLATFORM_SCHEMA,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  });
  await refuseNewer(kysely, migrations);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw failureOf(error, results.find(isFailed)?.migrationName);
  return results.map(({ migrationName }) => migrationName);
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === 'Error';
}

function failureOf(error: unknown, name: string | undefined): unknown {
  const known = databaseFailure(error);
  if (known instanceof AppError || name === undefined) return known;
  const text = databaseTexts.migrationFailed(name, messageOf(error));
  return new AppError('database-unavailable', text, { cause: error });
}

async function refuseNewer(
  kysely: Kysely<Record<string, never>>,
  migrations: Migrations,
): Promise<void> {
  const table = `${PLATFORM_SCHEMA}.migrations`;
  try {
    const found = await sql<{ is_there: boolean }>`
      select to_regclass(${table}) is not null as is_there`.execute(kysely);
    if (found.rows[0]?.is_there !== true) return;
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(
      kysely,
    );
    const unknown = rows.find(({ name }) => !Object.hasOwn(migrations, name));
    if (unknown === undefined) return;
    throw new AppError('database-unavailable', databaseTexts.newerSchema(unknown.name));
  } catch (thrown) {
    throw databaseFailure(thrown);
  }
}
