// What happens in the database in one round trip: a message is accepted, a turn ends, a session is released.

import { sql } from 'kysely';

/**
 * Accepts a message: {id, org, session, person, key, channel, language, text, title, attachments (ids of files)}. Messages of one session are
 * accepted one after the other: nobody else accepts the same one meanwhile. `outcome`: `accepted`, `known` (the same
 * message was accepted before, as `turn`), `other-text` (its key was, with another text or other files), `full`,
 * `no-attachment` (one is not this session's), `no-session`. What happens in the turn comes behind `after` in the stream.
 */
export const ACCEPT_TURN = sql`
  create function platform.accept_turn(message json, most_queued integer, out turn text, out outcome text,
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

/**
 * Keeps a file that was uploaded: {id, org, session, name, path, kind, media_type, bytes}. `outcome`: `added` (`at`),
 * `many-files`, `many-bytes` (the session has what it may have), `no-session`. Uploads of one session are added one
 * after the other.
 */
export const ADD_UPLOAD = sql`
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

/**
 * Ends a turn that runs: its last answers, its state, the last event of its stream, and what is to be sent of it
 * (`delivery`, as `platform.put_delivery` takes it), whole or not at all. False
 * where it does not run any more; true again for the same `batch_name`, whose first try was carried out.
 */
export const FINISH_TURN = sql`
  create or replace function platform.finish_turn(turn text, ending json, answers json, batch_name text)
  returns boolean
  language plpgsql as $$
  declare
    given record;
    place record;
  begin
    -- Everybody locks the session before its turns: two who did it the other way round would wait for each other.
    perform from platform.sessions s
      where s.id = (select t.session_id from platform.turns t where t.id = turn) for no key update;
    select * into given from json_to_record(ending) as e(reason text, reply text, rounds integer,
      failures integer, banned text, usage text, decisions text, chars integer, event json,
      origin text, delivery json);
    update platform.turns t set state = 'done', ended_at = now(), reason = given.reason,
        reply = given.reply, rounds = given.rounds, failures = given.failures, banned = given.banned::json,
        usage = given.usage::json, decisions = given.decisions::json, chars = length(t.text) + given.chars,
        origin = coalesce(given.origin, t.origin), finished_as = batch_name
      where t.id = turn and t.state = 'running'
      returning t.org_id, t.session_id into place;
    if not found then
      return exists (select from platform.turns t where t.id = turn and t.finished_as = batch_name);
    end if;
    update platform.sessions s set active_at = now() where s.id = place.session_id;
    insert into platform.turn_answers (turn_id, position, parts)
      select turn, a.position, a.parts::json
      from json_to_recordset(answers) as a(position integer, parts text);
    perform platform.append_events(json_build_array(json_build_object('session', place.session_id,
      'org', place.org_id, 'turn', turn, 'type', 'turn-finished', 'body', given.event)), batch_name, false);
    if given.delivery is not null then
      perform platform.put_delivery(given.delivery, place.org_id, place.session_id, turn);
    end if;
    return true;
  end
  $$`;

/**
 * Gives the session up where nothing waits in it: true where it is not `owner`'s now. Locked first, and looked at in a
 * statement of its own: a message that is accepted in this very moment is seen, or finds the session released.
 */
export const RELEASE_SESSION = sql`
  create function platform.release_session(session text, owner text) returns boolean
  language plpgsql as $$
  begin
    perform from platform.sessions s
      where s.id = session and s.lease_owner = owner for no key update;
    if not found then
      return true;
    end if;
    if exists (select from platform.turns t
        where t.session_id = session and t.state in ('queued', 'running')) then
      return false;
    end if;
    update platform.sessions s set lease_owner = null, lease_until = null where s.id = session;
    return true;
  end
  $$`;
