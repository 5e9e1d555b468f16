// Writes a group of runs in one statement; what PostgreSQL will never take is left out, alone.

import { sqlStateOf } from '#system/database/database-failure.ts';
import type { Database } from '#system/database/database.ts';

const COLUMNS = `id, org_id, role_id, session_id, turn_id, call_id, skill, version, line, called_by, status, attempts,
  started_at, ended_at, duration_ms, decisions, envelope, log`;

const INSERT = `insert into platform.runs (${COLUMNS}) select ${COLUMNS}
  from jsonb_to_recordset($1::jsonb) as run (id text, org_id text, role_id text, session_id text, turn_id text,
    call_id text, skill text, version text, line text, called_by text, status text, attempts integer,
    started_at timestamptz, ended_at timestamptz, duration_ms bigint, decisions jsonb, envelope jsonb, log text)
  on conflict (id) do nothing`;

/** What PostgreSQL refuses for what a run holds: a value, a constraint, a limit. Another try would change nothing. */
const REFUSED_CONTENT = /^(22|23|54)/;

interface WritableRun {
  readonly id: string;
  /** As `storedRun` gives it. */
  readonly json: string;
}

export interface InsertParts {
  readonly database: Database;
  /** Told of a run that can't be written, now or ever. */
  readonly onRefused: (thrown: unknown, runId: string) => void;
}

/** Changes nothing the second time. Throws where it may work later. */
export async function insertRuns(parts: InsertParts, runs: readonly WritableRun[]): Promise<void> {
  const values = [`[${runs.map(({ json }) => json).join(',')}]`];
  const { database } = parts;
  try {
    await database.again(() => database.run({ name: 'runs-insert', text: INSERT, values }));
  } catch (thrown) {
    if (!REFUSED_CONTENT.test(sqlStateOf(thrown) ?? '')) throw thrown;
    const [first, ...others] = runs;
    if (first !== undefined && others.length === 0) return parts.onRefused(thrown, first.id);
    const half = Math.ceil(runs.length / 2);
    await insertRuns(parts, runs.slice(0, half));
    await insertRuns(parts, runs.slice(half));
  }
}
