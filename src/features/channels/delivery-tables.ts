// The outbox: what is to be sent to channels, and each message's way there; and what the local text channel was sent.

import { sql } from 'kysely';
import type { Migrations } from '#system/database/migrate.ts';

/**
 * `made` → `sending` → `sent`, `failed` or `unknown`. `made`: stored with the answer, never tried. `queued`: waits for
 * another try. `unknown`: it was tried, and nobody said whether it arrived.
 */
export const PART_STATES = ['made', 'queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type PartState = (typeof PART_STATES)[number];

/** Whoever waits for messages to send listens here: a hint to look, nothing more. */
export const DELIVERY_NOTICES = 'qiao_deliveries';

export const channelMigrations: Migrations = {
  '0011_deliveries': {
    async up(db) {
      await sql`
        create table platform.deliveries (
          id text primary key,
          org_id text not null,
          session_id text not null,
          turn_id text not null,
          number bigint generated always as identity,
          channel text not null,
          target text not null,
          language text not null,
          is_command boolean not null,
          resent_by text[] not null default '{}',
          created_at timestamptz not null default now(),
          unique (turn_id, channel, target)
        )`.execute(db);
      await sql`create index on platform.deliveries (session_id, number)`.execute(db);
      await sql`create index on platform.deliveries (created_at)`.execute(db);
      // Messages of one channel and target are sent in the order of \`place\`.
      await sql`
        create table platform.delivery_parts (
          delivery_id text not null references platform.deliveries on delete cascade,
          index integer not null,
          channel text not null,
          target text not null,
          place bigint generated always as identity,
          body json not null,
          key text not null unique,
          state text not null default 'made'
            check (state in ('made', 'queued', 'sending', 'sent', 'failed', 'unknown')),
          attempts integer not null default 0,
          attempts_before integer not null default 0,
          is_perhaps_duplicate boolean not null default false,
          is_in_doubt boolean not null default false,
          next_at timestamptz not null default now(),
          first_tried_at timestamptz,
          lease_owner text,
          lease_name text,
          lease_until timestamptz,
          error text,
          receipt text,
          sent_at timestamptz,
          primary key (delivery_id, index)
        )`.execute(db);
      await sql`
        create index delivery_parts_open on platform.delivery_parts (channel, target, place)
          where state in ('made', 'queued', 'sending')`.execute(db);
      await sql`
        create table platform.text_messages (
          number bigint generated always as identity primary key,
          key text not null unique,
          org_id text not null,
          session_id text not null,
          body json not null,
          is_perhaps_duplicate boolean not null,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index on platform.text_messages (session_id, number)`.execute(db);
      await PUT_DELIVERY.execute(db);
      await SETTLE_PART.execute(db);
    },
  },
};

/**
 * Stores an answer's messages in the transaction that ends its turn: {id, channel, target, language, is_command, parts:
 * [{index, key, body}]}. Done twice, it changes nothing.
 */
const PUT_DELIVERY = sql`
  create function platform.put_delivery(delivery json, org text, session text, turn text) returns void
  language plpgsql as $$
  declare
    given record;
  begin
    select * into given from json_to_record(delivery) as d(id text, channel text, target text, language text,
      is_command boolean, parts json);
    insert into platform.deliveries (id, org_id, session_id, turn_id, channel, target, language, is_command)
      values (given.id, org, session, turn, given.channel, given.target, given.language, given.is_command)
      on conflict do nothing;
    insert into platform.delivery_parts (delivery_id, index, channel, target, key, body)
      select given.id, p.index, given.channel, given.target, p.key, p.body
      from json_to_recordset(given.parts) as p(index integer, key text, body json) order by p.index
      on conflict do nothing;
    perform pg_notify('qiao_deliveries', '');
  end
  $$`;

/**
 * What came of a try, and its event: {delivery, index, attempt, state, error, receipt, in_doubt, wait_ms}. Only of the try that
 * the row stands at; an answer of the platform that comes late still says that the message is there. False where it
 * changes nothing.
 */
const SETTLE_PART = sql`
  create function platform.settle_part(settled json, batch_name text) returns boolean
  language plpgsql as $$
  declare
    given record;
    part record;
    place record;
  begin
    select * into given from json_to_record(settled) as s(delivery text, index integer, attempt integer,
      state text, error text, receipt text, in_doubt boolean, wait_ms float8);
    update platform.delivery_parts p set state = given.state, error = given.error, receipt = given.receipt,
        is_in_doubt = coalesce(given.in_doubt, false), lease_owner = null, lease_name = null, lease_until = null,
        next_at = clock_timestamp() + make_interval(secs => coalesce(given.wait_ms, 0) / 1000),
        sent_at = case when given.state = 'sent' then clock_timestamp() end
      where p.delivery_id = given.delivery and p.index = given.index and p.attempts = given.attempt
        and (p.state = 'sending' or (given.state = 'sent' and p.state in ('queued', 'unknown')))
      returning * into part;
    if not found then
      return false;
    end if;
    if given.state = 'queued' then
      return true;
    end if;
    select d.*, (select count(*) from platform.delivery_parts p where p.delivery_id = d.id) as parts
      into place from platform.deliveries d where d.id = given.delivery;
    perform platform.append_events(json_build_array(json_build_object('session', place.session_id,
      'org', place.org_id, 'turn', place.turn_id, 'type', 'delivery', 'body', json_strip_nulls(json_build_object(
        'type', 'delivery', 'delivery', place.id, 'channel', place.channel, 'part', part.index,
        'parts', place.parts, 'state', part.state, 'reason', part.error,
        'is_perhaps_duplicate', part.is_perhaps_duplicate)))), batch_name, false);
    return true;
  end
  $$`;
