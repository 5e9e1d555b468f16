// The tables of conversations: sessions, their turns, what the model said in them, and every tool call.

import { sql, type Generated, type Kysely, type Selectable } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';
import { createArtifactTable } from './artifact-tables.ts';
import { createAttachmentTables } from './attachment-tables.ts';
import type { StoredTurnAttachment } from './attachments.ts';
import { RELEASE_SESSION } from './turn-functions.ts';
import { addTurnOrigin, type TurnOrigin } from './turn-origin.ts';
import { followTurns } from './turn-streams.ts';

/**
 * `json` where a skill or a model had a hand: it takes what `jsonb` refuses (NUL, lone surrogates) and keeps the order
 * of keys. A call's result stands in its own row only: the conversation is put together from it. A function is made by the
 * last migration that changed it.
 */
export const conversationMigrations: Migrations = {
  '0002_conversations': {
    async up(db) {
      await createSessionTables(db);
      await createTurnTables(db);
      await RELEASE_SESSION.execute(db);
    },
  },
  '0008_attachments': { up: createAttachmentTables },
  '0009_turn_streams': { up: followTurns },
  '0011_pushes': { up: addTurnOrigin },
  '0012_artifacts': { up: createArtifactTable },
};

async function createSessionTables(db: Kysely<unknown>): Promise<void> {
  await sql`
        create table platform.sessions (
          id text primary key,
          org_id text not null,
          role_id text not null,
          person_id text,
          contact_id text,
          channel text not null,
          external_id text not null default '',
          peer_user_id text not null default '',
          title text not null default '',
          is_titled_by_person boolean not null default false,
          created_at timestamptz not null default now(),
          active_at timestamptz(3) not null default now(),
          lease_owner text,
          lease_until timestamptz
        )`.execute(db);
  await sql`create index on platform.sessions (org_id, person_id, active_at desc, id)`.execute(db);
  await sql`create index on platform.sessions (lease_until) where lease_owner is not null`.execute(
    db,
  );
  await sql`create index on platform.sessions (active_at)`.execute(db);
}

async function createTurnTables(db: Kysely<unknown>): Promise<void> {
  await sql`
        create table platform.turns (
          id text primary key,
          org_id text not null,
          session_id text not null references platform.sessions on delete cascade,
          number bigint generated always as identity,
          person_id text,
          client_key text,
          channel text not null,
          language text not null,
          text text not null,
          state text not null default 'queued'
            check (state in ('queued', 'running', 'done', 'interrupted', 'dropped')),
          is_stop_wanted boolean not null default false,
          superseded_at timestamptz,
          reason text,
          reply text,
          rounds integer,
          failures integer,
          banned json,
          usage json,
          decisions json,
          chars integer not null default 0,
          finished_as text,
          created_at timestamptz not null default now(),
          started_at timestamptz,
          ended_at timestamptz,
          unique (session_id, client_key)
        )`.execute(db);
  await sql`create index on platform.turns (session_id, number)`.execute(db);
  await sql`create index on platform.turns (session_id) where state in ('queued', 'running')`.execute(
    db,
  );
  await sql`
        create table platform.turn_answers (
          turn_id text not null references platform.turns on delete cascade,
          position integer not null,
          parts json not null,
          primary key (turn_id, position)
        )`.execute(db);
  await sql`
        create table platform.calls (
          turn_id text not null references platform.turns on delete cascade,
          id text not null,
          position integer not null,
          index integer not null,
          tool text not null,
          state text not null
            check (state in ('open', 'running', 'done', 'failed', 'refused', 'aborted')),
          result json,
          late_result json,
          started_at timestamptz,
          ended_at timestamptz,
          primary key (turn_id, id)
        )`.execute(db);
}

export interface ConversationTables {
  readonly sessions: SessionTable;
}

export type SessionRow = Readonly<Selectable<SessionTable>>;

interface SessionTable {
  readonly id: string;
  readonly org_id: string;
  readonly role_id: string;
  readonly person_id: string | null;
  readonly contact_id: string | null;
  readonly channel: string;
  readonly external_id: string;
  readonly peer_user_id: string;
  readonly title: string;
  readonly is_titled_by_person: boolean;
  readonly created_at: Generated<Date>;
  readonly active_at: Generated<Date>;
  readonly lease_owner: Generated<string | null>;
  readonly lease_until: Generated<Date | null>;
}

export interface TurnRow {
  readonly id: string;
  readonly org_id: string;
  readonly session_id: string;
  readonly number: number;
  readonly person_id: string | null;
  readonly client_key: string | null;
  readonly channel: string;
  readonly language: 'zh' | 'en';
  readonly text: string;
  readonly attachments: readonly StoredTurnAttachment[];
  readonly origin: TurnOrigin;
  readonly state: TurnState;
  readonly is_stop_wanted: boolean;
  readonly superseded_at: Date | null;
  readonly reason: string | null;
  readonly reply: string | null;
  readonly rounds: number | null;
  readonly failures: number | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

/**
 * `queued` → `running` → `done`, whatever its end was (`reason`). `interrupted`: its process went away while it ran.
 * `dropped`: taken back while it was queued. A state that is an end stays.
 */
export type TurnState = 'queued' | 'running' | 'done' | 'interrupted' | 'dropped';
