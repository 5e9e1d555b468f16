// The last runs of a skill by a role: what is written, and what this process has still to write.

import * as z from 'zod';
import { runStatusSchema } from '#contract/run-status.ts';
import type { Database } from '#system/database/database.ts';
import type { RecentQuery, RunRecord } from './run-store.ts';
import type { UnwrittenRun } from './run-writer.ts';

const rowSchema = z.object({ id: z.string(), status: runStatusSchema, ended_at: z.date() });

const RECENT = `select id, status, ended_at from platform.runs
  where org_id = $1 and role_id = $2 and skill = $3 and ended_at >= $4
  order by ended_at desc, id desc limit $5`;

/** `unwritten` as it was before the question: what is written in between is found in both, and counts once. */
export async function recentRuns(
  database: Database,
  query: RecentQuery,
  unwritten: readonly UnwrittenRun[],
): Promise<readonly Pick<RunRecord, 'status'>[]> {
  const { orgId, roleId, skill, since, limit } = query;
  const here = unwritten.filter(
    (run) =>
      run.orgId === orgId &&
      run.roleId === roleId &&
      run.skill === skill &&
      run.endedAt >= since.getTime(),
  );
  const values = [orgId, roleId, skill, since, limit];
  const rows = await database.again(() =>
    database.run({ name: 'runs-recent', text: RECENT, values }),
  );
  const byId = new Map([...rows.map(endedRun), ...here].map((run) => [run.id, run]));
  return [...byId.values()].toSorted((a, b) => b.endedAt - a.endedAt).slice(0, limit);
}

function endedRun(row: unknown): Pick<UnwrittenRun, 'id' | 'status' | 'endedAt'> {
  const { id, status, ended_at } = rowSchema.parse(row);
  return { id, status, endedAt: ended_at.getTime() };
}
