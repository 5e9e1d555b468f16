// The tables of the event stream, and the function that appends to many sessions' streams in one statement.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';

export const eventsMigrations: Migrations = {
  '0004_events': {
    async up(db) {
      // `json`, not `jsonb`: nobody asks inside a body, and its text comes back as it was written.
      await sql`
        create table platform.session_streams (
          session_id text primary key,
          org_id text not null,
          last_seq bigint not null
        )`.execute(db);
      await sql`
        create table platform.session_events (
          session_id text not null,
          seq bigint not null,
          org_id text not null,
          turn_id text not null,
          type text not null,
          body json not null,
          batch_id text not null,
          created_at timestamptz not null default now(),
          primary key (session_id, seq)
        )`.execute(db);
      // Rows come in the order of time: a few bytes for many pages instead of an entry a row.
      await sql`
        create index session_events_by_age on platform.session_events
          using brin (created_at) with (pages_per_range = 32)`.execute(db);
      await sql`
        create index session_events_finished on platform.session_events (session_id, turn_id)
          where type = 'turn-finished'`.execute(db);
      await APPEND_EVENTS.execute(db);
    },
  },
  '0009_last_seq': {
    async up(db) {
      await LAST_SEQ.execute(db);
    },
  },
};

/** Where a session's stream ends just now; 0 where nothing was told yet. */
const LAST_SEQ = sql`
  create function platform.last_seq(session text) returns bigint language sql stable as $$
    select coalesce((select s.last_seq from platform.session_streams s where s.session_id = session), 0)
  $$`;

/**
 * Appends `batch`, a list of {session, org, turn, type, body}, whole or not at all. Returns each session's last seq;
 * its events of the batch hold the seqs up to it. A session's row is locked until the commit, so seqs become visible
 * in their order. A repeated batch is looked for only behind that lock: its first try may still be at work.
 */
const APPEND_EVENTS = sql`
  create function platform.append_events(batch json, batch_name text, is_retry boolean)
  returns table (session text, last bigint)
  language plpgsql as $$
  declare
    sessions text[];
  begin
    if is_retry then
      sessions := array(select distinct e.session from json_to_recordset(batch) as e(session text));
      insert into platform.session_streams (session_id, org_id, last_seq)
        select e.session, min(e.org), 0 from json_to_recordset(batch) as e(session text, org text)
        group by e.session order by e.session
        on conflict do nothing;
      perform from platform.session_streams s where s.session_id = any(sessions)
        order by s.session_id for update;
      if exists (select from platform.session_events s
          where s.session_id = any(sessions) and s.batch_id = batch_name) then
        return query select s.session_id, max(s.seq) from platform.session_events s
          where s.session_id = any(sessions) and s.batch_id = batch_name group by s.session_id;
        return;
      end if;
    end if;
    return query
      with given as materialized (
        select * from rows from (
          json_to_recordset(batch) as (session text, org text, turn text, type text, body json)
        ) with ordinality as e(session, org, turn, type, body, place)
      ), allotted as (
        insert into platform.session_streams as s (session_id, org_id, last_seq)
          select g.session, min(g.org), count(*) from given g group by g.session order by g.session
          on conflict (session_id) do update set last_seq = s.last_seq + excluded.last_seq
          returning s.session_id, s.last_seq
      ), stored as (
        insert into platform.session_events
          (session_id, seq, org_id, turn_id, type, body, batch_id)
          select g.session,
            a.last_seq + 1 - row_number() over (partition by g.session order by g.place desc),
            g.org, g.turn, g.type, g.body, batch_name
          from given g join allotted a on a.session_id = g.session
      )
      select a.session_id, a.last_seq from allotted a;
    -- Many sessions in one payload (8000 bytes at most), and the writer first, who knows them already.
    perform pg_notify('qiao_events', split_part(batch_name, '.', 1) || told.sessions)
      from (
        select string_agg(' ' || s.session_id || ':' || s.last_seq, '') as sessions
        from (
          select t.session_id, t.last_seq, row_number() over () / 50 as chunk
          from platform.session_streams t
          where t.session_id in (select e.session from json_to_recordset(batch) as e(session text))
        ) s group by s.chunk
      ) told;
  end
  $$`;
