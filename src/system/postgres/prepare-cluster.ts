// Once a cluster: the platform's own role and database, and everybody's rights cut down.

import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { Client, escapeLiteral } from 'pg';
import { clientConfig, type DatabaseAddress } from '#system/database/database.ts';
import { hardenDatabase } from './harden-database.ts';

export interface PrepareParts {
  readonly superuser: Extract<DatabaseAddress, { readonly host: string }>;
  /** What the platform's role is to be let in with. */
  readonly password: string;
  readonly mark: string;
  /** Other than before where the password is. */
  readonly secretName: string;
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

/** The platform's own role and its database. */
export const PLATFORM_NAME = 'qiao';
/** Raised when more is to be prepared in clusters that are there already. */
const VERSION = '1';

export function isPrepared(mark: string, secretName: string): boolean {
  try {
    return readFileSync(mark, 'utf8') === markOf(secretName);
  } catch {
    return false;
  }
}

/** Can be done again. The mark comes last. */
export async function prepareCluster({
  superuser,
  password,
  mark,
  secretName,
  account,
}: PrepareParts): Promise<void> {
  await withClient(superuser, (client) => createPlatform(client, password));
  await withClient({ ...superuser, database: PLATFORM_NAME }, (client) =>
    hardenDatabase({ client, owner: PLATFORM_NAME }),
  );
  writeFileSync(mark, markOf(secretName), { mode: 0o600, flush: true });
  if (account !== undefined) chownSync(mark, account.uid, account.gid);
}

function markOf(secretName: string): string {
  return `${VERSION} ${secretName}`;
}

async function createPlatform(client: Client, password: string): Promise<void> {
  const has = async (query: string) => (await client.query(query)).rowCount === 1;
  if (!(await has(`select 1 from pg_roles where rolname = '${PLATFORM_NAME}'`)))
    await client.query(`create role ${PLATFORM_NAME} login createrole`);
  // Rounds protect passwords that can be guessed; this one can't, and every connection would pay for them.
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${PLATFORM_NAME} password ${escapeLiteral(password)}`);
  if (!(await has(`select 1 from pg_database where datname = '${PLATFORM_NAME}'`)))
    await client.query(
      `create database ${PLATFORM_NAME} owner ${PLATFORM_NAME} template template0`,
    );
  await client.query('revoke connect, temporary on database postgres, template1 from public');
}

async function withClient(
  address: PrepareParts['superuser'],
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ ...clientConfig(address), ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
