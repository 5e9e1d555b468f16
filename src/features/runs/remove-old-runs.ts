// Deletes the records of runs: by age, in steps that hold no lock for long, or with their conversation.

import type { Database } from '#system/database/database.ts';

const STEP = 1000;

const REMOVE = `delete from platform.runs where id in (
    select id from platform.runs
    where started_at < now() - make_interval(days => $1) and ($2::text is null or org_id = $2)
    limit ${STEP}
  ) returning 1`;

/** `orgId` undefined: of every organisation. Gives how many. */
export async function removeOldRuns(
  database: Database,
  orgId: string | undefined,
  days: number,
): Promise<number> {
  const statement = { name: 'runs-remove', text: REMOVE, values: [days, orgId ?? null] };
  let removed = 0;
  for (;;) {
    const rows = await database.again(() => database.run(statement));
    removed += rows.length;
    if (rows.length < STEP) return removed;
  }
}

export async function removeSessionRuns(
  database: Database,
  orgId: string,
  sessionId: string,
): Promise<number> {
  const rows = await database.again(() =>
    database.run({
      name: 'runs-remove-session',
      text: 'delete from platform.runs where org_id = $1 and session_id = $2 returning 1',
      values: [orgId, sessionId],
    }),
  );
  return rows.length;
}
