// Reads what was written of runs, and deletes what is old.

import { sql } from 'kysely';
import type { Database } from '#system/database/database.ts';
import type { RunPage, RunSummary } from './run-history.ts';
import type { RunRecord } from './run-store.ts';

interface SummaryRow {
  readonly id: string;
  readonly org_id: string;
  readonly role_id: string;
  readonly session_id: string;
  readonly turn_id: string | null;
  readonly call_id: string | null;
  readonly skill: string;
  readonly version: string;
  readonly line: RunRecord['line'];
  readonly called_by: string | null;
  readonly status: RunRecord['status'];
  readonly attempts: number;
  readonly started_at: Date;
  readonly duration_ms: number;
}

interface RunRow extends SummaryRow {
  readonly decisions: RunRecord['decisions'];
  readonly envelope: RunRecord['envelope'];
  readonly log: string;
}

interface Tables {
  readonly runs: RunRow;
}

const SUMMARY_COLUMNS = [
  'id',
  'org_id',
  'role_id',
  'session_id',
  'turn_id',
  'call_id',
  'skill',
  'version',
  'line',
  'called_by',
  'status',
  'attempts',
  'started_at',
  'duration_ms',
] as const satisfies readonly (keyof SummaryRow)[];

const CONTENT_COLUMNS = ['decisions', 'envelope', 'log'] as const;

export async function readRun(
  database: Database,
  orgId: string,
  runId: string,
): Promise<RunRecord | undefined> {
  if (hasNul(orgId, runId)) return undefined;
  const query = database
    .tables<Tables>()
    .selectFrom('runs')
    .select([...SUMMARY_COLUMNS, ...CONTENT_COLUMNS])
    .where('org_id', '=', orgId)
    .where('id', '=', runId);
  const row = await database.again(() => query.executeTakeFirst());
  if (row === undefined) return undefined;
  const { decisions, envelope, log } = row;
  return { ...summaryOf(row), decisions, envelope, log };
}

/** Newest first. */
export async function listRuns(
  database: Database,
  orgId: string,
  { roleId, sessionId, turnId, skill, status, after, limit }: RunPage,
): Promise<readonly RunSummary[]> {
  const wanted = {
    org_id: orgId,
    ...(roleId !== undefined && { role_id: roleId }),
    ...(sessionId !== undefined && { session_id: sessionId }),
    ...(turnId !== undefined && { turn_id: turnId }),
    ...(skill !== undefined && { skill }),
    ...(status !== undefined && { status }),
  };
  if (hasNul(...Object.values(wanted), after?.id ?? '')) return [];
  const older = after && sql<boolean>`(started_at, id) < (${after.startedAt}, ${after.id})`;
  const query = database
    .tables<Tables>()
    .selectFrom('runs')
    .select(SUMMARY_COLUMNS)
    .where((is) => is.and(wanted))
    .where(older ?? sql<boolean>`true`)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await database.again(() => query.execute());
  return rows.map(summaryOf);
}

function summaryOf(row: SummaryRow): RunSummary {
  return {
    id: row.id,
    orgId: row.org_id,
    roleId: row.role_id,
    sessionId: row.session_id,
    turnId: row.turn_id ?? undefined,
    callId: row.call_id ?? undefined,
    skill: row.skill,
    version: row.version,
    line: row.line,
    calledBy: row.called_by ?? undefined,
    status: row.status,
    attempts: row.attempts,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
  };
}

/** PostgreSQL takes no NUL in a text, so nothing is stored under one. */
function hasNul(...texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('\0'));
}
