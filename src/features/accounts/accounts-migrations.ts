// The tables of accounts. What belongs to an organisation points at its owner by (org_id, id), so that the database
// itself keeps tenants apart.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';
import { peopleTables } from './people-migration.ts';
import { signInTables } from './sign-in-migration.ts';

export const accountsMigrations: Migrations = {
  '0001_accounts': {
    async up(db) {
      for (const statement of [...peopleTables, ...signInTables]) {
        await sql.raw(statement).execute(db);
      }
    },
  },
};
