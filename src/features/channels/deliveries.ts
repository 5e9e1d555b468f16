// What became of answers that go to channels: seen, sent once more where a person says so, and taken away.

import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { channelTexts } from '#contract/texts/channel-texts.ts';
import type { Database } from '#system/database/database.ts';
import type { Channel } from './channel-adapter.ts';
import { PART_STATES, type PartState } from './delivery-tables.ts';
import type { MessageBody } from './message-body.ts';

export interface Delivery {
  readonly id: string;
  readonly turnId: string;
  readonly channel: string;
  readonly target: string;
  /** Of all its messages together: what is worst, and `sent` where all are. */
  readonly state: PartState;
  readonly parts: readonly DeliveryPart[];
}

interface DeliveryPart {
  /** From 0. */
  readonly index: number;
  readonly kind: MessageBody['kind'];
  readonly state: PartState;
  readonly attempts: number;
  /** Why it was not sent, or not at once; in the turn's language. */
  readonly error: string | null;
  readonly isPerhapsDuplicate: boolean;
  readonly sentAt: Date | null;
}

export interface Deliveries {
  /** By the turns that they answer, in no order. */
  ofTurns(
    orgId: string,
    turnIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly Delivery[]>>;
  /**
   * What failed, and what nobody knows of, waits once more. With the same `clientKey` it is done once. Throws
   * `not-found`, or `conflict` where nothing of it is to be sent again.
   */
  resend(place: DeliveryPlace, clientKey: string | undefined): Promise<Delivery>;
  /**
   * The session's answers that were to be sent, commands left out: the latest of which something failed or is unknown,
   * or the `last`-th from the end, whatever became of it.
   */
  find(orgId: string, sessionId: string, last: number | undefined): Promise<Delivery | undefined>;
  /** With what the local text channel was sent: the conversation was deleted. */
  removeSession(orgId: string, sessionId: string): Promise<void>;
  /** Those that are over; how many. */
  removeBefore(days: number): Promise<number>;
}

interface DeliveryPlace {
  readonly orgId: string;
  readonly sessionId: string;
  readonly deliveryId: string;
}

const COLUMNS = `d.id, d.turn_id as "turnId", d.channel, d.target, (
    select json_agg(json_build_object('index', p.index, 'kind', p.body ->> 'kind', 'state', p.state,
      'attempts', p.attempts, 'error', p.error, 'isPerhapsDuplicate', p.is_perhaps_duplicate,
      'sentAt', p.sent_at) order by p.index)
    from platform.delivery_parts p where p.delivery_id = d.id) as parts`;

const HAS_OPEN_ENDS = `exists (select from platform.delivery_parts p
  where p.delivery_id = d.id and p.state in ('failed', 'unknown'))`;

export function createDeliveries(database: Database, channels: readonly Channel[]): Deliveries {
  const again = (name: string, text: string, values: readonly unknown[]) =>
    database.again(() => database.run({ name, text, values }));
  return {
    async ofTurns(orgId, turnIds) {
      if (turnIds.length === 0) return new Map();
      const rows = await database.run({
        name: 'deliveries-of-turns',
        text: `select ${COLUMNS} from platform.deliveries d where d.org_id = $1 and d.turn_id = any($2)`,
        values: [orgId, turnIds],
      });
      return Map.groupBy(rows.map(asDelivery), ({ turnId }) => turnId);
    },
    resend: (place, clientKey) => {
      // Done again after a lost connection, it is the same wish.
      const wish = clientKey ?? randomUUID();
      return database.again(() =>
        database.transaction((client) => resend(client, { place, wish, channels })),
      );
    },
    async find(orgId, sessionId, last) {
      const [row] = await database.run({
        name: last === undefined ? 'delivery-open' : 'delivery-last',
        text: `select ${COLUMNS} from platform.deliveries d
          where d.org_id = $1 and d.session_id = $2 and not d.is_command
            and ($3::integer is not null or ${HAS_OPEN_ENDS})
          order by d.number desc offset coalesce($3::integer, 1) - 1 limit 1`,
        values: [orgId, sessionId, last ?? null],
      });
      return row === undefined ? undefined : asDelivery(row);
    },
    async removeSession(orgId, sessionId) {
      const values = [sessionId, orgId];
      // In this order: nothing is added to the channel for what is no more to be sent.
      await again('deliveries-remove', REMOVE_DELIVERIES, values);
      await again('text-messages-remove', REMOVE_MESSAGES, values);
    },
    async removeBefore(days) {
      for (let removed = 0; ;) {
        const rows = await again('deliveries-old', REMOVE_OLD, [days]);
        removed += rows.length;
        if (rows.length < OLD_AT_ONCE) return removed;
      }
    },
  };
}

const REMOVE_DELIVERIES = 'delete from platform.deliveries where session_id = $1 and org_id = $2';
const REMOVE_MESSAGES = 'delete from platform.text_messages where session_id = $1 and org_id = $2';
/** In one statement, which nobody is to wait long for. */
const OLD_AT_ONCE = 2000;
const REMOVE_OLD = `
  delete from platform.deliveries where id in (
    select d.id from platform.deliveries d
    where d.created_at < now() - make_interval(days => $1) and not exists (
      select from platform.delivery_parts p
      where p.delivery_id = d.id and p.state in ('made', 'queued', 'sending'))
    limit ${OLD_AT_ONCE})
  returning id`;

interface Resending {
  readonly place: DeliveryPlace;
  readonly wish: string;
  readonly channels: readonly Channel[];
}

async function resend(
  client: PoolClient,
  { place: { orgId, sessionId, deliveryId }, wish, channels }: Resending,
): Promise<Delivery> {
  const { rows: found } = await client.query<LockedRow>(
    `select channel, turn_id, resent_by, language from platform.deliveries
    where id = $1 and session_id = $2 and org_id = $3 for no key update`,
    [deliveryId, sessionId, orgId],
  );
  const [locked] = found;
  if (locked === undefined) throw new AppError('not-found', channelTexts.noDelivery());
  if (!locked.resent_by.includes(wish)) {
    const channel = channels.find(({ kind }) => kind === locked.channel);
    const dedupesMs = channel?.way === 'send' ? channel.dedupesMs : 0;
    const { rows: again } = await client.query<{ index: number; is_perhaps_duplicate: boolean }>(
      REQUEUE,
      [deliveryId, Number.isFinite(dedupesMs) ? dedupesMs / 1000 : null],
    );
    if (again.length === 0) throw new AppError('conflict', channelTexts.nothingToResend());
    await client.query(
      'update platform.deliveries set resent_by = array_append(resent_by, $2) where id = $1',
      [deliveryId, wish],
    );
    await tellQueued(client, { orgId, sessionId, deliveryId, turnId: locked.turn_id }, again);
    await client.query(`select pg_notify('qiao_deliveries', '')`);
  }
  const { rows } = await client.query<Record<string, unknown>>(
    `select ${COLUMNS} from platform.deliveries d where d.id = $1`,
    [deliveryId],
  );
  return asDelivery(rows[0] ?? {});
}

interface LockedRow {
  readonly channel: string;
  readonly turn_id: string;
  readonly resent_by: readonly string[];
  readonly language: Language;
}

/**
 * What failed is not there. What is unknown may be, unless the platform still knows its key. Tries go on counting: the
 * answer to an earlier one, however late, is never taken for a new one's.
 */
const REQUEUE = `
  update platform.delivery_parts set
    is_perhaps_duplicate = is_perhaps_duplicate or (state = 'unknown' and $2::float8 is not null
      and first_tried_at + make_interval(secs => $2) < clock_timestamp()),
    first_tried_at = case when state = 'unknown' then first_tried_at end,
    state = 'queued', next_at = clock_timestamp(), attempts_before = attempts, error = null,
    is_in_doubt = false
  where delivery_id = $1 and state in ('failed', 'unknown')
  returning index, is_perhaps_duplicate`;

async function tellQueued(
  client: PoolClient,
  { orgId, sessionId, deliveryId, turnId }: DeliveryPlace & { readonly turnId: string },
  parts: readonly { readonly index: number; readonly is_perhaps_duplicate: boolean }[],
): Promise<void> {
  await client.query(
    `select platform.append_events((
      select json_agg(json_build_object('session', $1::text, 'org', $2::text, 'turn', $3::text, 'type', 'delivery',
        'body', json_build_object('type', 'delivery', 'delivery', d.id, 'channel', d.channel, 'part', q.index,
          'parts', (select count(*) from platform.delivery_parts p where p.delivery_id = d.id),
          'state', 'queued', 'is_perhaps_duplicate', q.is_perhaps_duplicate)) order by q.index)
      from platform.deliveries d, json_to_recordset($5) as q(index integer, is_perhaps_duplicate boolean)
      where d.id = $4), $6, false)`,
    [sessionId, orgId, turnId, deliveryId, JSON.stringify(parts), randomUUID()],
  );
}

/** The worst first. */
const WORST: readonly PartState[] = ['failed', 'unknown', 'sending', 'queued', 'made', 'sent'];

interface DeliveryRow extends Omit<Delivery, 'state' | 'parts'> {
  readonly parts: readonly (Omit<DeliveryPart, 'sentAt'> & { readonly sentAt: string | null })[];
}

function asDelivery(row: Readonly<Record<string, unknown>>): Delivery {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const { parts, ...delivery } = row as unknown as DeliveryRow;
  const states = new Set(parts.map(({ state }) => state));
  return {
    ...delivery,
    state: WORST.find((state) => states.has(state)) ?? PART_STATES[0],
    parts: parts.map(({ sentAt, ...part }) =>
      Object.assign(part, { sentAt: sentAt === null ? null : new Date(sentAt) }),
    ),
  };
}
