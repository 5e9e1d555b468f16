// Whether an instance holds anything that a restore would lose, and clearing its database where that was asked for.

import { readdir } from 'node:fs/promises';
import { AppError } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { PLATFORM_SCHEMA } from '../database/database.ts';
import type { InstanceRoot, SqlClient } from './backup-parts.ts';
import type { OpenBackup } from './open-backup.ts';
import { quoted, tableSql } from './quoted.ts';
import { joinRole } from './restore-roles.ts';

/** What the program writes by itself at its first start. */
const BOOK_KEEPING = new Set(['migrations', 'migration_lock']);

/** Throws `conflict`, naming what is there. */
export async function refuseFilled(
  client: SqlClient,
  roots: readonly InstanceRoot[],
  backup: OpenBackup,
): Promise<void> {
  const found =
    (await filledTable(client)) ??
    (await skillSchemas(client, backup))[0]?.name ??
    (await filledFolder(roots));
  if (found !== undefined) throw new AppError('conflict', backupTexts.notEmpty(found));
}

async function filledTable(client: SqlClient): Promise<string | undefined> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname::text as schema, c.relname::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relkind in ('r', 'p') order by c.relname`,
    [PLATFORM_SCHEMA],
  );
  for (const table of rows.filter(({ name }) => !BOOK_KEEPING.has(name))) {
    const found = await client.query(`select from ${tableSql(table)} limit 1`);
    if (found.rows.length > 0) return `${table.schema}.${table.name}`;
  }
  return undefined;
}

async function filledFolder(roots: readonly InstanceRoot[]): Promise<string | undefined> {
  for (const { kind, path } of roots) {
    if (kind !== 'folder') continue;
    const names = await readdir(path).catch(() => []);
    if (names.length > 0) return path;
  }
  return undefined;
}

interface SchemaRow {
  readonly name: string;
  readonly owner: string;
  readonly is_own: boolean;
}

/** Schemas of skills: what the backup brings, and what belongs to a role that we manage. Another program's are not. */
async function skillSchemas(
  client: SqlClient,
  { objects }: OpenBackup,
): Promise<readonly SchemaRow[]> {
  const brought = objects.filter(({ kind }) => kind === 'schema').map(({ schema }) => schema);
  const { rows } = await client.query<SchemaRow>(
    `select n.nspname::text as name, r.rolname::text as owner, r.rolname = session_user as is_own
      from pg_namespace n join pg_roles r on r.oid = n.nspowner
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', 'pgboss', $2)
        and (n.nspname = any ($1) or n.nspname ~ '^sk_'
          or not r.rolsuper and r.rolname <> session_user
            and pg_has_role(session_user, r.oid, 'member with admin option'))
      order by n.nspname`,
    [brought, PLATFORM_SCHEMA],
  );
  return rows;
}

/** Drops the platform's schema, the queue and the skills' schemas with the roles that owned them. */
export async function clearDatabase(client: SqlClient, backup: OpenBackup): Promise<void> {
  const schemas = await skillSchemas(client, backup);
  const owners = [...new Set(schemas.filter(({ is_own }) => !is_own).map(({ owner }) => owner))];
  for (const owner of owners) await joinRole(client, owner);
  const names = [PLATFORM_SCHEMA, 'pgboss', ...schemas.map(({ name }) => name)];
  await client.query(`drop schema if exists ${names.map(quoted).join(', ')} cascade`);
  const kept = new Set(backup.manifest.roles.map(({ name }) => name));
  for (const owner of owners.filter((name) => !kept.has(name))) await dropRole(client, owner);
}

/** Best effort: a role that another database of the server still needs stays. */
async function dropRole(client: SqlClient, role: string): Promise<void> {
  await client.query('savepoint role_dropped');
  try {
    await client.query(`drop owned by ${quoted(role)}`);
    await client.query(`drop role ${quoted(role)}`);
  } catch {
    await client.query('rollback to savepoint role_dropped');
  }
}
