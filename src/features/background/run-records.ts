// The record of background runs: each step is one statement that asks whether the run is still where it is thought to be.

import type { PoolClient } from 'pg';
import type { Database } from '#system/database/database.ts';
import { isProcessGone } from '#system/process-identity.ts';
import type { BackgroundRun, ClaimedRun, NewBackgroundRun } from './background-run.ts';

/** What a run that goes on is told: to go on, to stop, or that it is another's or nobody's by now. */
export type Pulse = 'go-on' | 'cancel' | 'lost';

export interface Progress {
  readonly fraction: number | null;
  readonly text: string;
}

/** A run and the claim on it. */
export interface Claim {
  readonly id: string;
  readonly attempt: number;
}

export interface RunRecords {
  /** Undefined where it is over, or gone. */
  claim(id: string): Promise<ClaimedRun | undefined>;
  pulse(claim: Claim, progress: Progress | undefined): Promise<Pulse>;
  /** It waits again: this process closes, and the run may be repeated. */
  giveBack(claim: Claim): Promise<void>;
  /** Ids of those that run in processes that are gone for certain. */
  abandoned(): Promise<readonly string[]>;
  /** Those that are not over, the oldest first, so many at most; from the one after `after` on. */
  open(page: {
    readonly after?: OpenRun | undefined;
    readonly limit: number;
  }): Promise<readonly OpenRun[]>;
}

export interface OpenRun {
  readonly id: string;
  readonly orgId: string;
  readonly createdAt: Date;
  /** Of its organisation's runs that are not over, how many were asked for before it. */
  readonly orgAhead: number;
}

/** What a caller sees. */
export const RUN_COLUMNS = `id, org_id as "orgId", session_id as "sessionId", turn_id as "turnId",
  call_id as "callId", skill, state, is_cancel_wanted as "isCancelWanted", fraction,
  progress_text as "progressText", reason, created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt"`;

const CLAIM = `
  with seen as (
    select id, state, owner from platform.background_runs
    where id = $1 and state in ('queued', 'running') for update),
  judged as (
    -- One that this very process claimed and does not run: the answer to the claim was lost on the way.
    select id, state = 'running' and owner is distinct from $2 as was_lost from seen)
  update platform.background_runs r set state = 'running', owner = $2, attempt = attempt + 1,
    lost = lost + j.was_lost::int, started_at = coalesce(started_at, clock_timestamp())
  from judged j where r.id = j.id
  returning r.id, org_id as "orgId", session_id as "sessionId", turn_id as "turnId", call_id as "callId", skill,
    input, identity, fixed, language, channel, allowed_skills as "allowedSkills",
    policy_wall_sec as "policyWallSec", is_idempotent as "isIdempotent", attempt, lost,
    j.was_lost as "wasLost", is_cancel_wanted as "isCancelWanted"`;

const LOOK = `
  select is_cancel_wanted from platform.background_runs
  where id = $1 and attempt = $2 and state = 'running'`;

const PROGRESS = `
  update platform.background_runs set fraction = $3, progress_text = $4
  where id = $1 and attempt = $2 and state = 'running' returning is_cancel_wanted`;

const GIVE_BACK = `
  update platform.background_runs set state = 'queued', owner = null
  where id = $1 and attempt = $2 and state = 'running'`;

const RUNNING = `select id, owner from platform.background_runs where state = 'running'`;

const OPEN = `
  select * from (
    select id, org_id as "orgId", created_at as "createdAt",
      (row_number() over (partition by org_id order by created_at, id))::int - 1 as "orgAhead"
    from platform.background_runs where state in ('queued', 'running')) found
  where $1::timestamptz is null or ("createdAt", id) > ($1::timestamptz, $2)
  order by "createdAt", id limit $3`;

export function createRunRecords(database: Database, owner: string): RunRecords {
  const run = (name: string, text: string, values: readonly unknown[]) =>
    database.again(() => database.run({ name, text, values }));
  return {
    async claim(id) {
      const [row] = await run('background-claim', CLAIM, [id, owner]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
      return row as unknown as ClaimedRun | undefined;
    },
    async pulse({ id, attempt }, progress) {
      const [row] =
        progress === undefined
          ? await run('background-look', LOOK, [id, attempt])
          : await run('background-progress', PROGRESS, [
              id,
              attempt,
              progress.fraction,
              storable(progress.text),
            ]);
      if (row === undefined) return 'lost';
      return row['is_cancel_wanted'] === true ? 'cancel' : 'go-on';
    },
    async giveBack({ id, attempt }) {
      await run('background-give-back', GIVE_BACK, [id, attempt]);
    },
    async abandoned() {
      const rows = await run('background-running', RUNNING, []);
      return rows.filter((row) => isProcessGone(String(row['owner']))).map(({ id }) => String(id));
    },
    async open({ after, limit }) {
      const values = [after?.createdAt ?? null, after?.id ?? null, limit];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
      return (await run('background-open', OPEN, values)) as unknown as readonly OpenRun[];
    },
  };
}

/** False where it is there already: the answer to the first try was lost. */
export async function insertRun(
  client: PoolClient,
  id: string,
  run: NewBackgroundRun,
): Promise<boolean> {
  const { identity } = run;
  const { rowCount } = await client.query(
    `insert into platform.background_runs (id, org_id, role_id, session_id, turn_id, call_id, skill, input, identity,
      fixed, language, channel, allowed_skills, policy_wall_sec, is_idempotent)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
    on conflict (turn_id, call_id) do nothing`,
    [
      id,
      identity.orgId,
      identity.roleId,
      identity.sessionId,
      run.turnId,
      run.callId,
      run.skill,
      JSON.stringify(run.input),
      JSON.stringify(identity),
      JSON.stringify(run.fixed),
      run.language,
      run.channel,
      run.allowedSkills === undefined ? null : JSON.stringify(run.allowedSkills),
      run.policyWallSec ?? null,
      run.isIdempotent,
    ],
  );
  return rowCount === 1;
}

/** Runs that wait or run: of a session, of a person, of their organisation. */
export interface OpenRuns {
  readonly session: number;
  /** 0 where nobody is known. */
  readonly person: number;
  readonly org: number;
}

export async function countOpen(
  client: PoolClient,
  { orgId, sessionId, userId }: NewBackgroundRun['identity'],
): Promise<OpenRuns> {
  const { rows } = await client.query<OpenRuns>(
    `select count(*) filter (where session_id = $2)::int as session,
      count(*) filter (where $3 <> '' and identity ->> 'userId' = $3)::int as person, count(*)::int as org
    from platform.background_runs where org_id = $1 and state in ('queued', 'running')`,
    [orgId, sessionId, userId],
  );
  return rows[0] ?? { session: 0, person: 0, org: 0 };
}

export interface RunEnd {
  readonly state: Extract<BackgroundRun['state'], 'done' | 'failed' | 'cancelled'>;
  /** Blank where it is done. */
  readonly reason: string;
}

/** Only under the claim; false where it is another's by now, or over. */
export async function closeClaimed(
  client: PoolClient,
  { id, attempt }: Claim,
  { state, reason }: RunEnd,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update platform.background_runs set state = $3, reason = $4, owner = null, ended_at = clock_timestamp(),
      fraction = case when $3 = 'done' then 1 else fraction end
    where id = $1 and attempt = $2 and state = 'running'`,
    [id, attempt, state, storable(reason)],
  );
  return rowCount === 1;
}

/** PostgreSQL's `text` has no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u{fffd}').toWellFormed();
}
