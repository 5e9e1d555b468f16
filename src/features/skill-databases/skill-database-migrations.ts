// Which team has which role: the name is kept, because a team's data lie in the schema of that name.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';

export const skillDatabaseMigrations: Migrations = {
  '0006_skill_databases': {
    async up(db) {
      await sql`create table platform.skill_databases (
        org_id text not null,
        team_id text not null,
        role text not null unique,
        created_at timestamptz not null default now(),
        primary key (org_id, team_id)
      )`.execute(db);
    },
  },
};
