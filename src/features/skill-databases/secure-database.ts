// Closes what PostgreSQL leaves open to every role in the platform's database, and tells what stays open.

import { escapeIdentifier, type PoolClient } from 'pg';
import type { Text } from '#base/text.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import type { Database } from '#system/database/database.ts';
import { LOCK_RIGHTS } from './team-role.ts';

/**
 * What its owner may do without being superuser: nobody but named roles connects, makes temporary tables, or finds
 * anything in `public`. Skipped where other programs use the database (`isShared`). Harmless to repeat.
 * Answers what is still open to skills, a sentence each, for an operator to close as superuser.
 */
export async function secureDatabase(
  database: Database,
  isShared: boolean,
): Promise<readonly Text[]> {
  const [row] = await database.run({
    name: '',
    text: 'select current_database() as db',
    values: [],
  });
  const name = escapeIdentifier(String(row?.['db']));
  const revokes = [
    `revoke connect, temporary on database ${name} from public`,
    'revoke all on schema public from public',
  ];
  for (const text of isShared ? [] : revokes) {
    const revoke = async (client: PoolClient) => {
      await client.query(LOCK_RIGHTS);
      await client.query(text);
    };
    // Whoever is not the owner can't; the look below tells.
    // oxlint-disable-next-line no-await-in-loop -- two transactions, in order
    await database.transaction(revoke).catch(() => undefined);
  }
  return await openToEverybody(database);
}

/*
 * What no revoking closes, and what holds it instead:
 * - NOTIFY on any channel, the platform's too. So a notification is only a hint to read again, for whoever listens:
 *   nothing in its payload is believed. LISTEN shows a skill nothing, as no statement returns what was notified.
 * - SET of a session's own time limits and memory. The platform's clock ends the session on the server, from outside.
 * - What a skill does to its own team: locks, a full schema, its role's password and presets (set anew for each server).
 * - Names of roles, databases and tables in the catalogue, and that a connection is busy; never their contents.
 */

/** Functions that only a superuser can close: they block others, sleep, or keep data outside the schema. */
const BETTER_CLOSED = [
  'pg_catalog.set_config(text,text,boolean)',
  'pg_catalog.pg_sleep(double precision)',
  'pg_catalog.pg_advisory_lock(bigint)',
  'pg_catalog.lo_create(oid)',
];

async function openToEverybody(database: Database): Promise<readonly Text[]> {
  const [found] = await database.run({
    name: '',
    text: `select
      array(select nspname::text from pg_namespace
        where has_schema_privilege('public', oid, 'usage')
          and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1) as schemas,
      has_database_privilege('public', current_database(), 'temporary') as temporary,
      current_setting('max_prepared_transactions')::int > 0 as prepared,
      array(select f from unnest($1::text[]) f
        where has_function_privilege('public', f, 'execute') order by 1) as functions`,
    values: [BETTER_CLOSED],
  });
  const schemas = names(found?.['schemas']);
  const functions = names(found?.['functions']);
  return [
    ...(schemas.length > 0 ? [skillDatabaseTexts.openSchemas(schemas)] : []),
    ...(found?.['temporary'] === true ? [skillDatabaseTexts.openTemporary()] : []),
    ...(found?.['prepared'] === true ? [skillDatabaseTexts.openPrepared()] : []),
    ...(functions.length > 0 ? [skillDatabaseTexts.openFunctions(functions)] : []),
  ];
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
