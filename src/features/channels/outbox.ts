// The outbox in the database: messages are taken in their order, by one process each, and what came of a try is stored.

import { randomUUID } from 'node:crypto';
import type { Language } from '#base/text.ts';
import type { Database } from '#system/database/database.ts';
import { isProcessGone } from '#system/process-identity.ts';
import type { DeliveryTarget } from './channel-adapter.ts';
import type { PartState } from './delivery-tables.ts';
import type { MessageBody } from './message-body.ts';

/** A try to send takes half of it at most. */
const LEASE_SECONDS = 60;
/** Between two looks for processes that are gone. */
const OWNERS_MS = 5000;

/** A message that this process is to send now. */
export interface ClaimedPart extends TriedPart {
  readonly channel: string;
  readonly target: DeliveryTarget;
  readonly body: MessageBody;
  readonly key: string;
  readonly language: Language;
  readonly isPerhapsDuplicate: boolean;
}

/** One try of one message. */
export interface TriedPart {
  readonly delivery: string;
  readonly index: number;
  /** Which one it is, from 1: whatever else is stored of the row meanwhile, only this one can be settled. */
  readonly attempt: number;
  /** Tries since a person last asked for it. */
  readonly tries: number;
  /** Since the first try of its key. */
  readonly triedForMs: number;
  /** An earlier try may have arrived. */
  readonly isInDoubt: boolean;
}

/** One whose process went away, or did not come back, while it sent. */
interface LostPart extends TriedPart {
  readonly channel: string;
  readonly language: Language;
}

export interface SettledPart {
  readonly state: Extract<PartState, 'queued' | 'sent' | 'failed' | 'unknown'>;
  readonly error?: string;
  readonly receipt?: string;
  readonly waitMs?: number;
  readonly isInDoubt?: boolean;
}

export interface Outbox {
  /** Of each channel and target the first that is not over, if it is due; `resting` ones (`lineOf`) are left out. */
  claim(asked: {
    readonly kinds: readonly string[];
    readonly most: number;
    readonly resting: readonly string[];
  }): Promise<readonly ClaimedPart[]>;
  /** False where the row has gone on without this try. */
  settle(
    part: Pick<TriedPart, 'delivery' | 'index' | 'attempt'>,
    settled: SettledPart,
  ): Promise<boolean>;
  /** Those to be settled by whoever finds them. */
  lost(kinds: readonly string[]): Promise<readonly LostPart[]>;
  /** Milliseconds until something is due that no notice tells of; undefined where nothing waits. */
  nextDueMs(kinds: readonly string[]): Promise<number | undefined>;
}

/** Who is sent to, in order. */
export function lineOf(channel: string, target: string): string {
  return `${channel} ${target}`;
}

const CLAIM = `
  with ready as (
    select p.delivery_id, p.index from platform.delivery_parts p
    where p.channel = any($1) and p.state in ('made', 'queued', 'sending')
      and (p.channel || ' ' || p.target) <> all($5)
      -- What this very claim took, and its answer was lost on the way.
      and (p.state = 'sending' and p.lease_name = $4
        or p.state in ('made', 'queued') and p.next_at <= clock_timestamp()
          and not exists (select from platform.delivery_parts e
            where e.channel = p.channel and e.target = p.target and e.place < p.place
              and e.state in ('made', 'queued', 'sending')))
    order by p.place limit $2 for update of p skip locked)
  update platform.delivery_parts p set state = 'sending',
    attempts = p.attempts + case when p.state = 'sending' then 0 else 1 end,
    first_tried_at = coalesce(p.first_tried_at, clock_timestamp()),
    lease_owner = $3, lease_name = $4,
    lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  from ready r, platform.deliveries d
  where p.delivery_id = r.delivery_id and p.index = r.index and d.id = p.delivery_id
  returning p.delivery_id, p.index, p.attempts, p.attempts - p.attempts_before as tries,
    extract(epoch from clock_timestamp() - p.first_tried_at)::float8 * 1000 as tried_ms,
    p.channel, p.target, p.body, p.key, p.is_perhaps_duplicate, p.is_in_doubt, d.org_id, d.session_id, d.language`;

const OWNERS = `
  select distinct lease_owner as owner from platform.delivery_parts
  where state = 'sending' and channel = any($1)`;

const LOST = `
  select p.delivery_id, p.index, p.attempts, p.attempts - p.attempts_before as tries, p.channel, d.language,
    p.is_in_doubt,
    extract(epoch from clock_timestamp() - p.first_tried_at)::float8 * 1000 as tried_ms
  from platform.delivery_parts p join platform.deliveries d on d.id = p.delivery_id
  where p.state = 'sending' and p.channel = any($1)
    and (p.lease_until < clock_timestamp() or p.lease_owner = any($2))
  order by p.place limit 200`;

const NEXT_DUE = `
  select greatest(extract(epoch from min(case when state = 'sending' then lease_until else next_at end)
      - clock_timestamp())::float8 * 1000, 0) as wait_ms
  from platform.delivery_parts p
  where channel = any($1) and (state = 'sending' or state in ('made', 'queued') and next_at > clock_timestamp())`;

export function createOutbox(database: Database, owner: string): Outbox {
  const run = (name: string, text: string, values: readonly unknown[]) =>
    database.again(() => database.run({ name, text, values }));
  let lookedAtMs = -Infinity;
  let gone: readonly string[] = [];
  return {
    async claim({ kinds, most, resting }) {
      if (most < 1) return [];
      const rows = await run('outbox-claim', CLAIM, [kinds, most, owner, randomUUID(), resting]);
      return rows.map(claimedPart);
    },
    async settle({ delivery, index, attempt }, { waitMs, isInDoubt, ...settled }) {
      const given = { delivery, index, attempt, ...settled, wait_ms: waitMs, in_doubt: isInDoubt };
      const values = [JSON.stringify(given), randomUUID()];
      const text = 'select platform.settle_part($1, $2) as is_settled';
      const [row] = await run('outbox-settle', text, values);
      return row?.['is_settled'] === true;
    },
    async lost(kinds) {
      // Not after every message: processes go away seldom.
      if (performance.now() - lookedAtMs > OWNERS_MS) {
        lookedAtMs = performance.now();
        const owners = await run('outbox-owners', OWNERS, [kinds]);
        gone = owners.map((row) => String(row['owner'])).filter(isProcessGone);
      }
      const rows = await run('outbox-lost', LOST, [kinds, gone]);
      return rows.map(lostPart);
    },
    async nextDueMs(kinds) {
      const [row] = await run('outbox-next', NEXT_DUE, [kinds]);
      const waitMs = row?.['wait_ms'];
      return typeof waitMs === 'number' ? waitMs : undefined;
    },
  };
}

interface TriedRow {
  readonly delivery_id: string;
  readonly index: number;
  readonly attempts: number;
  readonly tries: number;
  readonly tried_ms: number;
  readonly is_in_doubt: boolean;
  readonly channel: string;
  readonly language: Language;
}

interface ClaimedRow extends TriedRow {
  readonly target: string;
  readonly body: MessageBody;
  readonly key: string;
  readonly is_perhaps_duplicate: boolean;
  readonly org_id: string;
  readonly session_id: string;
}

type Row = Readonly<Record<string, unknown>>;

function lostPart(given: Row): LostPart {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const row = given as unknown as TriedRow;
  return {
    delivery: row.delivery_id,
    index: row.index,
    attempt: row.attempts,
    tries: row.tries,
    triedForMs: row.tried_ms,
    isInDoubt: row.is_in_doubt,
    channel: row.channel,
    language: row.language,
  };
}

function claimedPart(given: Row): ClaimedPart {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const row = given as unknown as ClaimedRow;
  return {
    ...lostPart(given),
    target: { orgId: row.org_id, sessionId: row.session_id, address: row.target },
    body: row.body,
    key: row.key,
    isPerhapsDuplicate: row.is_perhaps_duplicate,
  };
}
