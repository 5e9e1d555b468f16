// Who runs a session's turns: one process at a time, by a lease on the session's row, in the database's own time.

import type { Database } from '#system/database/database.ts';
import { isProcessGone } from '#system/process-identity.ts';

const LEASE_SECONDS = 30;

interface LeasedSession {
  readonly orgId: string;
  readonly sessionId: string;
}

export interface Leases {
  /** Undefined where another process has the session: its lease is never taken here, expired or not. */
  claim(sessionId: string): Promise<Claim | undefined>;
  /** For `LEASE_SECONDS` more. Gives back the sessions whose lease is gone: their turns must end at once. */
  renew(sessionIds: readonly string[]): Promise<readonly string[]>;
  /** False where a message came meanwhile: it is the caller's to run. */
  release(sessionId: string): Promise<boolean>;
  /** Gives up the lease whatever waits: another process may go on at once. */
  abandon(sessionId: string): Promise<void>;
  /**
   * Takes over the leases that ran out, this process's own too, and those of processes on this machine that are gone;
   * all of them, or `among` some. What ran there is to be ended as interrupted before anything else runs in those
   * sessions.
   */
  takeOver(among?: readonly string[]): Promise<readonly LeasedSession[]>;
  /** Sessions with messages that wait and that nobody runs; all of them, or `among` some. */
  waiting(among?: readonly string[]): Promise<readonly LeasedSession[]>;
}

interface Claim {
  /** A turn is marked as running there which this process does not run: it is to be ended as interrupted first. */
  readonly hasLeftOver: boolean;
}

const MOST_AT_ONCE = 200;

const CLAIM = `
  update platform.sessions set lease_owner = $2,
    lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  where id = $1 and (lease_owner is null or lease_owner = $2)
  returning exists (
    select 1 from platform.turns where session_id = $1 and state = 'running') as has_left_over`;

const RENEW = `
  update platform.sessions set lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  where id = any($1) and lease_owner = $2 returning id`;

const RELEASE = 'select platform.release_session($1, $2) as is_left';

const ABANDON = `
  update platform.sessions set lease_owner = null, lease_until = null
  where id = $1 and lease_owner = $2`;

const OWNERS =
  'select distinct lease_owner as owner from platform.sessions where lease_owner is not null';

const TAKE_OVER = `
  update platform.sessions set lease_owner = $1,
    lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
  where id in (
    select id from platform.sessions
    where lease_owner is not null and (lease_until < clock_timestamp() or lease_owner = any($2))
      and ($3::text[] is null or id = any($3))
    limit ${MOST_AT_ONCE} for update skip locked)
  returning id, org_id`;

const WAITING = `
  select distinct s.id, s.org_id from platform.turns t
  join platform.sessions s on s.id = t.session_id
  where t.state in ('queued', 'running') and s.lease_owner is null
    and ($1::text[] is null or s.id = any($1)) limit ${MOST_AT_ONCE}`;

export function createLeases(database: Database, owner: string): Leases {
  const run = (name: string, text: string, values: readonly unknown[]) =>
    database.again(() => database.run({ name, text, values }));

  return {
    async claim(sessionId) {
      const [row] = await run('lease-claim', CLAIM, [sessionId, owner]);
      return row === undefined ? undefined : { hasLeftOver: row['has_left_over'] === true };
    },
    async renew(sessionIds) {
      const rows = await run('lease-renew', RENEW, [sessionIds, owner]);
      const kept = new Set(rows.map(({ id }) => id));
      return sessionIds.filter((id) => !kept.has(id));
    },
    async release(sessionId) {
      const [row] = await run('lease-release', RELEASE, [sessionId, owner]);
      return row?.['is_left'] === true;
    },
    async abandon(sessionId) {
      await run('lease-abandon', ABANDON, [sessionId, owner]);
    },
    async takeOver(among) {
      const owners = await run('lease-owners', OWNERS, []);
      const gone = owners.map(({ owner: each }) => String(each)).filter(isProcessGone);
      return (await run('lease-take-over', TAKE_OVER, [owner, gone, among ?? null])).map(asLeased);
    },
    async waiting(among) {
      return (await run('lease-waiting', WAITING, [among ?? null])).map(asLeased);
    },
  };
}

function asLeased(row: Readonly<Record<string, unknown>>): LeasedSession {
  return { orgId: String(row['org_id']), sessionId: String(row['id']) };
}
