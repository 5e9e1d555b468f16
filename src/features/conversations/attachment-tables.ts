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
  await ADD_UPLOAD.execute(db);
  await ACCEPT_TURN.execute(db);
}

/**
 * Keeps a file that was uploaded: {id, org, session, name, path, kind, media_type, bytes}. `outcome`: `added` (`at`),
 * `many-files`, `many-bytes` (the session has what it may have), `no-session`. Uploads of one session are added one
 * after the other.
 */
const ADD_UPLOAD = sql`
  create function platform.add_upload(file json, most_files integer, most_bytes bigint, out outcome text,
    out at timestamptz)
  language plpgsql as $$
  declare
    given record;
    used record;
  begin
    select * into given from json_to_record(file) as f(id text, org text, session text, name text,
      path text, kind text, media_type text, bytes bigint);
    perform from platform.sessions s
      where s.id = given.session and s.org_id = given.org for no key update;
    if not found then
      outcome := 'no-session';
      return;
    end if;
    select count(*) as files, coalesce(sum(a.bytes), 0) as bytes into used from platform.attachments a
      where a.session_id = given.session and not a.is_made and a.id <> given.id;
    if used.files >= most_files then
      outcome := 'many-files';
      return;
    end if;
    if used.bytes + given.bytes > most_bytes then
      outcome := 'many-bytes';
      return;
    end if;
    -- Done twice, where the first answer was lost, it changes nothing; a name whose file a skill took away is free again.
    insert into platform.attachments (id, org_id, session_id, name, path, kind, media_type, bytes, is_made)
      values (given.id, given.org, given.session, given.name, given.path, given.kind, given.media_type,
        given.bytes, false)
      on conflict (session_id, path) do update set id = excluded.id, name = excluded.name,
        kind = excluded.kind, media_type = excluded.media_type, bytes = excluded.bytes,
        is_made = false, created_at = clock_timestamp()
      returning created_at into at;
    outcome := 'added';
  end
  $$`;

/** As before, with the ids of the message's files; `outcome` also `no-attachment`: one is not this session's. */
const ACCEPT_TURN = sql`
  create or replace function platform.accept_turn(message json, most_queued integer, out turn text, out outcome text,
    out after bigint)
  language plpgsql as $$
  declare
    given record;
    known record;
    stream_end bigint;
    files record;
  begin
    select * into given from json_to_record(message) as m(id text, org text, session text, person text,
      key text, channel text, language text, text text, title text, attachments json);
    perform from platform.sessions s
      where s.id = given.session and s.org_id = given.org for no key update;
    if not found then
      outcome := 'no-session';
      return;
    end if;
    select t.id, t.text, t.after_seq, array(select f ->> 'id' from json_array_elements(t.attachments) f) as files
      into known from platform.turns t
      where t.session_id = given.session and (t.client_key = given.key or t.id = given.id) limit 1;
    if found then
      turn := known.id;
      after := known.after_seq;
      outcome := case when known.text = given.text
          and known.files = array(select json_array_elements_text(given.attachments))
        then 'known' else 'other-text' end;
      return;
    end if;
    if (select count(*) from platform.turns t
        where t.session_id = given.session and t.state = 'queued') >= most_queued then
      outcome := 'full';
      return;
    end if;
    select count(*) as count, min(a.name) filter (where w.place = 1) as first,
        coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'path', a.path, 'kind', a.kind,
          'media_type', a.media_type, 'bytes', a.bytes) order by w.place), '[]') as items
      into files
      from json_array_elements_text(given.attachments) with ordinality w (id, place)
      join platform.attachments a on a.id = w.id and a.session_id = given.session;
    if files.count < json_array_length(given.attachments) then
      outcome := 'no-attachment';
      return;
    end if;
    stream_end := platform.last_seq(given.session);
    insert into platform.turns
        (id, org_id, session_id, person_id, client_key, channel, language, text, chars, attachments, after_seq)
      values (given.id, given.org, given.session, given.person, given.key, given.channel,
        given.language, given.text, length(given.text), files.items, stream_end);
    update platform.sessions s set active_at = now(),
        title = case when s.title = '' and not s.is_titled_by_person
          then coalesce(nullif(given.title, ''), files.first, '') else s.title end
      where s.id = given.session;
    turn := given.id;
    after := stream_end;
    outcome := 'accepted';
  end
  $$`;
