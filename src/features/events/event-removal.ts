// What of the event stream goes again: passing events of old turns, and deleted sessions' streams.

import type { Database } from '#system/database/database.ts';

const ROWS_A_BATCH = 5000;

/** Text that is in the turn's message by now, and progress. Returns how many events went. */
export async function removePassingEvents(
  database: Pick<Database, 'again' | 'run'>,
  days: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const [row] = await database.again(() =>
      database.run({
        name: 'remove-passing-events',
        text: `
          with gone as (
            delete from platform.session_events where ctid = any (array(
              select e.ctid from platform.session_events e
              where e.created_at < now() - make_interval(days => $1)
                and e.type in ('text-delta', 'tool-progress', 'background-progress')
                and exists (
                  select from platform.session_events f
                  where f.session_id = e.session_id and f.turn_id = e.turn_id
                    and f.type = 'turn-finished')
              limit $2
            )) returning 1
          ) select count(*)::int as removed from gone`,
        values: [days, ROWS_A_BATCH],
      }),
    );
    const now = Number(row?.['removed'] ?? 0);
    removed += now;
    if (now < ROWS_A_BATCH) return removed;
  }
}

export async function removeStream(
  database: Pick<Database, 'again' | 'run'>,
  orgId: string,
  sessionId: string,
): Promise<void> {
  await database.again(() =>
    database.run({
      name: 'remove-event-stream',
      text: `
        with stream as (
          delete from platform.session_streams where org_id = $1 and session_id = $2
        ) delete from platform.session_events where org_id = $1 and session_id = $2`,
      values: [orgId, sessionId],
    }),
  );
}
