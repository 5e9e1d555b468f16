// The database of DATABASE_URL: whether it can be reached, is new enough, and is ours to fill.

import { Client } from 'pg';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { databaseTexts } from '#contract/texts/database-texts.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { sqlStateOf } from '#system/database/database-failure.ts';
import { clientConfig } from '#system/database/database.ts';
import { isDatabaseHardened } from './harden-database.ts';
import { systemCode } from './system-code.ts';

export interface OutsideDatabaseParts {
  readonly databaseUrl: string;
  readonly sharesDatabase: boolean;
}

export interface OutsideDatabase {
  /** As people know it, `15.4`, say. */
  readonly version: string;
  /** Host, port and name; never the password. */
  readonly place: string;
  readonly isHardened: boolean;
}

interface Place {
  readonly shown: string;
  readonly user: string;
  readonly database: string;
}

const LEAST_VERSION = 150_000;
const PATIENCE_MS = 10_000;

/** Throws `database-unavailable` with the place and the remedy, never with the password. */
export async function openOutsideDatabase(parts: OutsideDatabaseParts): Promise<OutsideDatabase> {
  const { client, place } = createClient(parts.databaseUrl);
  try {
    await client.connect();
    const version = await readVersion(client, place);
    if (!parts.sharesDatabase) await refuseForeignTables(client);
    return { version, place: place.shown, isHardened: await isDatabaseHardened(client) };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const details = { sqlState: sqlStateOf(thrown), systemCode: systemCode(thrown) };
    throw new AppError('database-unavailable', textOf(thrown, place), { cause: thrown, details });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The driver's own error would show the address, and so the password. */
function createClient(url: string): { client: Client; place: Place } {
  try {
    const client = new Client({ ...clientConfig({ url }), connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => undefined);
    const { host, port, user = '', database = user } = client;
    const server = host.startsWith('/') ? host : `${host}:${port}`;
    return { client, place: { shown: `${server}, ${database}`, user, database } };
  } catch {
    throw new AppError('database-unavailable', postgresTexts.badUrl());
  }
}

async function readVersion(client: Client, place: Place): Promise<string> {
  const { rows } = await client.query<{ readonly number: number; readonly version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  const { number = 0, version = '' } = rows[0] ?? {};
  const [shown = ''] = version.split(' ');
  if (number >= LEAST_VERSION) return shown;
  throw new AppError('database-unavailable', postgresTexts.outsideTooOld(place.shown, shown));
}

/** What an extension brings along is nobody's data. */
async function refuseForeignTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ readonly name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'f')
     and n.nspname <> all ('{pg_catalog,information_schema,platform,pgboss}')
     and n.nspname !~ '^(pg_toast|pg_temp|sk_)'
     and not exists (select from pg_depend d
       where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     and not exists (select from pg_namespace where nspname = 'platform')
     order by 1 limit 1`,
  );
  const table = rows[0]?.name;
  if (table === undefined) return;
  throw new AppError('database-unavailable', databaseTexts.foreignTables(table));
}

function textOf(thrown: unknown, { shown, user, database }: Place): Text {
  switch (sqlStateOf(thrown)) {
    case undefined:
      return databaseTexts.unreachable(shown, reasonOf(thrown));
    case '28P01':
    case '28000':
      return postgresTexts.outsideRefusesUser(shown, user);
    case '3D000':
      return postgresTexts.outsideMissing(shown, database);
    case '53300':
      return databaseTexts.tooManyConnections();
    default:
      return postgresTexts.outsideRefused(shown, messageOf(thrown));
  }
}

/** Of a host with several addresses there is one error for each. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(messageOf).join('; ');
  return messageOf(thrown);
}
