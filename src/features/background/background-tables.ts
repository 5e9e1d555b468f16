// The table of background runs: what was asked, how far it is, and how it ended. The queue only says when.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';

/** `json` where a model or a skill had a hand: it takes what `jsonb` refuses. */
export const backgroundMigrations: Migrations = {
  '0010_background_runs': {
    async up(db) {
      await sql`
        create table platform.background_runs (
          id text primary key,
          org_id text not null,
          role_id text not null,
          session_id text not null,
          turn_id text not null,
          call_id text not null,
          skill text not null,
          input json not null,
          identity json not null,
          fixed json not null,
          language text not null,
          channel text not null,
          allowed_skills json,
          policy_wall_sec double precision,
          is_idempotent boolean not null,
          state text not null default 'queued'
            check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
          attempt integer not null default 0,
          lost integer not null default 0,
          owner text,
          is_cancel_wanted boolean not null default false,
          fraction double precision,
          progress_text text not null default '',
          reason text not null default '',
          created_at timestamptz(3) not null default now(),
          started_at timestamptz(3),
          ended_at timestamptz(3),
          unique (turn_id, call_id)
        )`.execute(db);
      await sql`create index on platform.background_runs (session_id, created_at desc)`.execute(db);
      await sql`create index on platform.background_runs (org_id)
        where state in ('queued', 'running')`.execute(db);
      await sql`create index on platform.background_runs (ended_at)
        where ended_at is not null`.execute(db);
    },
  },
};
