// The files of a session, and which of them went with a message.

import { sql, type Generated, type Kysely } from 'kysely';

export type FileKind = 'image' | 'video' | 'audio' | 'file';

export interface AttachmentTables {
  readonly attachments: AttachmentTable;
}

interface AttachmentTable {
  readonly id: string;
  readonly org_id: string;
  readonly session_id: string;
  readonly name: string;
  readonly path: string;
  readonly kind: FileKind;
  readonly media_type: string;
  /** Of `bigint`, as the driver gives it. */
  readonly bytes: number | string;
  readonly is_made: boolean;
  readonly created_at: Generated<Date>;
}

/**
 * `turns.attachments` holds what a message's files were when it was said: `[{id, name, path, kind, media_type, bytes}]`.
 * A file that is deleted goes from its table; what was said stays.
 */
export async function createAttachmentTables(db: Kysely<unknown>): Promise<void> {
  await sql`
        create table platform.attachments (
          id text primary key,
          org_id text not null,
          session_id text not null references platform.sessions on delete cascade,
          name text not null,
          path text not null,
          kind text not null check (kind in ('image', 'video', 'audio', 'file')),
          media_type text not null,
          bytes bigint not null,
          is_made boolean not null,
          created_at timestamptz(3) not null default clock_timestamp(),
          unique (session_id, path)
        )`.execute(db);
  await sql`create index on platform.attachments (session_id, created_at desc, id)`.execute(db);
  await sql`alter table platform.turns add column attachments json not null default '[]'`.execute(
    db,
  );
}
