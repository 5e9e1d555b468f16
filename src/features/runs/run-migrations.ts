// The tables of this feature.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';

const RUNS = sql`
  create table platform.runs (
    id text primary key,
    org_id text not null,
    role_id text not null,
    session_id text not null,
    turn_id text,
    call_id text,
    skill text not null,
    version text not null,
    line text not null,
    called_by text,
    status text not null check (status in ('done', 'partial', 'failed')),
    attempts integer not null,
    started_at timestamptz not null,
    ended_at timestamptz not null,
    duration_ms bigint not null,
    decisions jsonb not null,
    envelope jsonb not null,
    log text not null
  )`;

const RUN_INDEXES = [
  sql`create index runs_newest on platform.runs (org_id, started_at desc, id desc)`,
  sql`create index runs_of_role on platform.runs (org_id, role_id, started_at desc, id desc)`,
  sql`create index runs_of_session on platform.runs (org_id, session_id, started_at desc, id desc)`,
  sql`create index runs_of_turn on platform.runs (org_id, turn_id) where turn_id is not null`,
  sql`create index runs_recent on platform.runs (org_id, role_id, skill, ended_at desc)`,
  // Only retention asks by age alone. Rows come nearly in that order, so the smallest index there is will do.
  sql`create index runs_age on platform.runs using brin (started_at)`,
];

/** `latest_additions`: ids of what was added last, so that an addition sent twice counts once. */
const USAGE_DAYS = sql`
  create table platform.usage_days (
    org_id text not null,
    day date not null,
    role_id text not null,
    person_id text not null,
    model text not null,
    requests bigint not null,
    input_tokens bigint not null,
    cached_input_tokens bigint not null,
    output_tokens bigint not null,
    cost numeric not null,
    unpriced_requests bigint not null,
    latest_additions text[] not null,
    primary key (org_id, day, role_id, person_id, model)
  ) with (fillfactor = 70)`;

/** Null: whatever the role, or whoever the person. */
const USAGE_LIMITS = sql`
  create table platform.usage_limits (
    org_id text not null,
    role_id text,
    person_id text,
    tokens_per_day bigint,
    cost_per_month numeric,
    updated_at timestamptz not null default now(),
    unique nulls not distinct (org_id, role_id, person_id),
    check (tokens_per_day is not null or cost_per_month is not null)
  )`;

export const runMigrations: Migrations = {
  '0003_runs': {
    async up(db) {
      for (const statement of [RUNS, ...RUN_INDEXES, USAGE_DAYS, USAGE_LIMITS]) {
        await statement.execute(db);
      }
    },
  },
};
