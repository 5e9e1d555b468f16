// Slows down who guesses passwords: waits that double, per address, per login from one address, and per login from
// wherever its person has never been. Counted in the database, so for all processes together.

import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountStore, Writing } from './account-store.ts';
import { sameWordKey } from './account-words.ts';

interface Attempt {
  readonly login: string;
  readonly address: string;
}

export interface Throttle {
  /**
   * Counts a failure in advance, so that many at once can't outrun the count. Throws `too-many-requests` with
   * `details.retryAfterMs` while one has to wait; asking meanwhile doesn't make the wait longer.
   */
  begin(attempt: Attempt): Promise<void>;
  /** The attempt was right after all. */
  succeeded(attempt: Attempt): Promise<void>;
}

interface Counter {
  readonly key: string;
  /** Failures without a wait. */
  readonly free: number;
  /** Seconds. */
  readonly longestWait: number;
}

export function createThrottle(store: AccountStore): Throttle {
  return {
    begin: (attempt) =>
      store.write(async (tables) => {
        const counters = [byAddress(attempt), byPair(attempt)];
        // Where the person has signed in before, strangers elsewhere can't keep them out.
        if (!(await isKnownPlace(tables, attempt))) counters.push(byLogin(attempt));
        // Always in this order, so that two attempts never wait for each other. One that waits takes all counts back.
        for (const counter of counters) await countFailure(tables, counter);
      }),
    async succeeded(attempt) {
      await store.write(async (tables) => {
        // An address keeps its failures: else whoever has an account could wipe them out with it.
        await tables
          .updateTable('throttles')
          .set({ failures: sql`greatest(failures - 1, 0)`, blockedUntil: sql`now()` })
          .where('key', '=', byAddress(attempt).key)
          .execute();
        await tables
          .deleteFrom('throttles')
          .where('key', 'in', [byPair(attempt).key, byLogin(attempt).key])
          .execute();
      });
    },
  };
}

function byAddress({ address }: Attempt): Counter {
  return { key: `address:${digest(network(address))}`, free: 30, longestWait: 900 };
}

function byPair({ login, address }: Attempt): Counter {
  const key = `pair:${digest(`${sameWordKey(login)}\n${network(address)}`)}`;
  return { key, free: 5, longestWait: 900 };
}

/** Short at its longest: it also stands in the way of the person, on a new machine. */
function byLogin({ login }: Attempt): Counter {
  return { key: `login:${digest(sameWordKey(login))}`, free: 20, longestWait: 30 };
}

/** Seconds after which one failure is forgotten: else a busy address would count its people's slips for ever. */
const FORGET_AFTER = 600;

/** `updated_at` is until when forgetting has been counted. */
async function countFailure(tables: Writing, counter: Counter): Promise<void> {
  const { key, free, longestWait } = counter;
  // A clock that jumps back adds nothing.
  const forgotten = sql`greatest(floor(extract(epoch from now() - t.updated_at) / ${FORGET_AFTER}::int), 0)`;
  const left = sql`greatest(t.failures - ${forgotten}, 0)`;
  const { rows } = await sql<{ failures: number }>`
    insert into platform.throttles as t (key, failures, blocked_until, updated_at)
    values (${key}, 1, now(), now())
    on conflict (key) do update set
      failures = ${left} + 1,
      blocked_until = case when ${left} < ${free}::int then now()
        else now() + make_interval(secs => least(${longestWait}::float8, 2 ^ least(${left} - ${free}::int, 20)))
      end,
      updated_at = case when ${left} = 0 then now()
        else t.updated_at + make_interval(secs => (${forgotten} * ${FORGET_AFTER}::int)::float8)
      end
    where t.blocked_until <= clock_timestamp()
    returning failures`.execute(tables);
  if (rows.length === 0) throw await waiting(tables, key);
}

async function waiting(tables: Writing, key: string): Promise<AppError> {
  const { rows } = await sql<{ waitMs: number }>`
    select greatest(1, ceil(extract(epoch from blocked_until - clock_timestamp()) * 1000))::int as "waitMs"
    from platform.throttles where key = ${key}`.execute(tables);
  const retryAfterMs = rows[0]?.waitMs ?? 1000;
  const text = accountTexts.tooManyAttempts(Math.ceil(retryAfterMs / 1000));
  return new AppError('too-many-requests', text, { details: { retryAfterMs } });
}

async function isKnownPlace(tables: Writing, { login, address }: Attempt): Promise<boolean> {
  const row = await tables
    .selectFrom('signIns as s')
    .innerJoin('people as p', 'p.id', 's.personId')
    .select('s.id')
    .where('p.loginKey', '=', sameWordKey(login))
    .where('s.address', '=', address)
    .where('s.lastUsedAt', '>', sql<Date>`now() - interval '30 days'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A household has a whole /64 of IPv6. */
function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const front = head.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - tail.split(':').length;
  const groups = [...front, ...Array.from({ length: Math.max(zeros, 0) }, () => '0')];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}

/** Of one length, whatever was typed as a login. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
