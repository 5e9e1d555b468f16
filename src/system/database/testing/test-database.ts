// A database of its own for a test file, in the PostgreSQL server that all tests share.

import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import {
  clientConfig,
  openDatabase,
  type Database,
  type DatabaseAddress,
  type DatabaseOptions,
} from '../database.ts';
import { migrate, type Migrations } from '../migrate.ts';

export interface TestDatabase extends Database {
  readonly address: DatabaseAddress & { readonly host: string };
  /** As the server's superuser, in this database: to look behind the platform's back. */
  readonly superuser: DatabaseAddress & { readonly host: string };
  /** Ends the connections and drops the database. */
  drop(): Promise<void>;
}

/**
 * A fresh database with `migrations` applied, owned by a role like the platform's own (no superuser, may create
 * roles). Call `drop` in `afterAll`.
 */
export async function createTestDatabase(
  migrations: Migrations = {},
  options: DatabaseOptions = {},
): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `t_${randomBytes(8).toString('hex')}`;
  await asSuperuser(server, async (client) => {
    await client.query(`create role ${name} login createrole password '${name}'`);
    await client.query(`create database ${name} owner ${name} template template0`);
  });
  const address = { ...server, user: name, password: name, database: name };
  const database = openDatabase(address, { poolSize: 6, ...options });
  await migrate(database, migrations);
  return {
    ...database,
    address,
    superuser: { ...server, database: name },
    async drop() {
      await database.close();
      await asSuperuser(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        await client.query(`drop role if exists ${name}`).catch(() => undefined);
      });
    },
  };
}

async function asSuperuser(
  server: DatabaseAddress & { readonly host: string },
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client(clientConfig(server));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
