// Sets a connection up so that values are written and read the same on every server.

import type { SqlClient } from './backup-parts.ts';

const SETTINGS: readonly (readonly [string, string])[] = [
  ['client_encoding', 'UTF8'],
  ['datestyle', 'ISO'],
  ['intervalstyle', 'postgres'],
  ['timezone', 'UTC'],
  ['extra_float_digits', '3'],
  ['bytea_output', 'hex'],
  // `money` is written with the locale's signs.
  ['lc_monetary', 'C'],
  ['xmloption', 'content'],
  ['standard_conforming_strings', 'on'],
  ['quote_all_identifiers', 'off'],
  ['check_function_bodies', 'off'],
  ['synchronize_seqscans', 'off'],
  ['client_min_messages', 'warning'],
  // Fails where rows would be hidden, instead of leaving them out.
  ['row_security', 'off'],
  ['statement_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
];

const HAS_TRANSACTION_TIMEOUT = 170_000;

/** For the life of the connection. */
export async function inPlainForm(client: SqlClient): Promise<void> {
  await client.query(SETTINGS.map(([name, value]) => `set ${name} = '${value}'`).join('; '));
  if ((await serverVersion(client)) >= HAS_TRANSACTION_TIMEOUT) {
    await client.query('set transaction_timeout = 0');
  }
}

/** 180004, say. */
export async function serverVersion(client: SqlClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return rows[0]?.version ?? 0;
}
