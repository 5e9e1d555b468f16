// An instance to back up and an empty one to restore into, both real: databases, roles and folders.

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { clientConfig } from '../../database/database.ts';
import type { Migrations } from '../../database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import type { RestoreParts } from '../backup-parts.ts';

export interface TestInstance {
  readonly database: TestDatabase;
  /** Holds the data folder, `secret.key` and `workspaces` below it. */
  readonly folder: string;
  readonly parts: RestoreParts;
  drop(): Promise<void>;
}

/** `given` replaces parts. Without migrations applied: pass `migrations` for what the program knows. */
export async function createTestInstance(
  migrations: Migrations,
  given: Partial<RestoreParts> & { readonly isMigrated?: boolean } = {},
): Promise<TestInstance> {
  const { isMigrated = true, ...partsGiven } = given;
  const database = await createTestDatabase(isMigrated ? migrations : {});
  const folder = await mkdtemp(join(tmpdir(), 'qiao-backup-'));
  const parts: RestoreParts = {
    database,
    roots: [
      { name: 'secret.key', kind: 'file', path: join(folder, 'secret.key') },
      { name: 'workspaces', kind: 'folder', path: join(folder, 'workspaces') },
    ],
    keyFrom: 'file',
    programVersion: '0.1.0',
    now: () => new Date('2026-11-30T12:00:00Z'),
    migrations,
    newId: () => randomBytes(8).toString('hex'),
    dataFolder: folder,
    ...partsGiven,
  };
  return {
    database,
    folder,
    parts,
    async drop() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Several statements at once, as the platform's role or as the superuser. */
export async function execute(
  database: TestDatabase,
  text: string,
  as: 'owner' | 'superuser' = 'owner',
): Promise<void> {
  const address = as === 'owner' ? database.address : database.superuser;
  const client = new Client(clientConfig(address));
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** As on another machine of the same owner: the target may manage the roles that the source made. */
export async function shareRoles(target: TestDatabase, roles: readonly string[]): Promise<void> {
  const owner = roleOf(target);
  for (const role of roles) {
    await execute(target, `grant "${role}" to "${owner}" with admin option`, 'superuser');
  }
}

function roleOf(database: TestDatabase): string {
  return 'user' in database.address ? database.address.user : '';
}

/** Drops all that roles of a test own in this database, so that it can go. */
export async function dropRoles(database: TestDatabase, roles: readonly string[]): Promise<void> {
  for (const role of roles) {
    await execute(
      database,
      `do $$ begin if exists (select from pg_roles where rolname = '${role}') then
        execute 'drop owned by "${role}" cascade'; end if; end $$`,
      'superuser',
    );
  }
}
