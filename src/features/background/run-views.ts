// Background runs as people see them, and how they are removed.

import type { Database } from '#system/database/database.ts';
import type { BackgroundRun } from './background-run.ts';
import { RUN_COLUMNS } from './run-records.ts';

export interface RunViews {
  /** On the first page all that wait or run; then those that ended, the latest first. */
  list(orgId: string, sessionId: string, page: RunPage): Promise<readonly BackgroundRun[]>;
  /** Of the calls of these turns. */
  ofTurns(orgId: string, turnIds: readonly string[]): Promise<readonly BackgroundRun[]>;
  /** Those that ended more than `days` ago; gives how many. */
  removeBefore(days: number): Promise<number>;
  /** All of a session's. Gives the ids of those that were not over: where one runs, it finds its record gone. */
  removeSession(orgId: string, sessionId: string): Promise<readonly string[]>;
}

interface RunPage {
  /** The last one of the page before, of those that ended. */
  readonly after?: { readonly moment: Date; readonly id: string } | undefined;
  /** Of those that ended. */
  readonly limit: number;
}

const LIST = `
  select ${RUN_COLUMNS} from (
    (select * from platform.background_runs
      where org_id = $1 and session_id = $2 and state in ('queued', 'running') and $3::timestamptz is null)
    union all
    (select * from platform.background_runs
      where org_id = $1 and session_id = $2 and state not in ('queued', 'running')
        and ($3::timestamptz is null or (created_at, id) < ($3::timestamptz, $4))
      order by created_at desc, id desc limit $5)) found
  order by state in ('queued', 'running') desc, created_at desc, id desc`;

const STEP = 1000;

export function createRunViews(database: Database): RunViews {
  const read = async (name: string, text: string, values: readonly unknown[]) => {
    const rows = await database.run({ name, text, values });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
    return rows as unknown as readonly BackgroundRun[];
  };
  return {
    list: (orgId, sessionId, { after, limit }) =>
      read('background-list', LIST, [
        orgId,
        sessionId,
        after?.moment ?? null,
        after?.id ?? null,
        limit,
      ]),
    ofTurns: async (orgId, turnIds) =>
      turnIds.length === 0
        ? []
        : read(
            'background-of-turns',
            `select ${RUN_COLUMNS} from platform.background_runs where org_id = $1 and turn_id = any($2)`,
            [orgId, turnIds],
          ),
    async removeBefore(days) {
      let removed = 0;
      for (;;) {
        const rows = await database.again(() =>
          database.run({
            name: 'background-remove',
            text: `delete from platform.background_runs where id in (
                select id from platform.background_runs
                where ended_at < now() - make_interval(days => $1) limit ${STEP}) returning 1`,
            values: [days],
          }),
        );
        removed += rows.length;
        if (rows.length < STEP) return removed;
      }
    },
    async removeSession(orgId, sessionId) {
      const rows = await database.again(() =>
        database.run({
          name: 'background-remove-session',
          text: `delete from platform.background_runs where org_id = $1 and session_id = $2
            returning id, state in ('queued', 'running') as is_open`,
          values: [orgId, sessionId],
        }),
      );
      return rows.filter((row) => row['is_open'] === true).map(({ id }) => String(id));
    },
  };
}
