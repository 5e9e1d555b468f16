// What skills made in turns, and what of it did not arrive.

import { sql, type Kysely } from 'kysely';

/**
 * `path` is in the workspace, where a later run may change the file; `blob` is what it was, in the store of blobs (null
 * where there is none). `expires_at` null: as long as its turn. A failed one has a name and a reason, and no more.
 */
export async function createArtifactTable(db: Kysely<unknown>): Promise<void> {
  await sql`
        create table platform.artifacts (
          id text primary key,
          org_id text not null,
          role_id text not null,
          session_id text not null references platform.sessions on delete cascade,
          turn_id text not null references platform.turns on delete cascade,
          call_id text,
          number bigint generated always as identity,
          name text not null,
          path text not null,
          kind text not null check (kind in ('image', 'video', 'audio', 'file')),
          media_type text not null,
          bytes bigint not null,
          blob text,
          state text not null check (state in ('kept', 'failed')),
          reason text check ((reason is null) = (state = 'kept')),
          created_at timestamptz(3) not null default clock_timestamp(),
          expires_at timestamptz
        )`.execute(db);
  await sql`create index on platform.artifacts (turn_id, number)`.execute(db);
  await sql`create index on platform.artifacts (session_id)`.execute(db);
  await sql`create index on platform.artifacts (org_id, role_id) where blob is not null`.execute(
    db,
  );
  await sql`create index on platform.artifacts (blob) where blob is not null`.execute(db);
}
