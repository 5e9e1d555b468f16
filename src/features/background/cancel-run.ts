// A person takes a run back: one that waits ends at once, one that runs is told to stop.

import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { backgroundTexts } from '#contract/texts/background-texts.ts';
import type { WorkerParts } from './background-parts.ts';
import { endRun } from './end-run.ts';
import { endOfCancel } from './run-end.ts';
import { BACKGROUND_QUEUE } from './start-run.ts';

export interface CancelRequest {
  readonly orgId: string;
  readonly sessionId: string;
  readonly id: string;
}

interface FoundRun {
  readonly turn_id: string;
  readonly call_id: string;
  readonly skill: string;
  readonly language: Language;
  readonly state: string;
}

/** One that is over stays. Throws `not-found`. */
export async function cancelRun(
  parts: WorkerParts,
  { orgId, sessionId, id }: CancelRequest,
): Promise<void> {
  const { database, jobs, begun } = parts;
  const rows = await database.again(() =>
    database.run({
      name: 'background-cancel',
      text: `update platform.background_runs set is_cancel_wanted = is_cancel_wanted or ended_at is null
        where id = $1 and org_id = $2 and session_id = $3
        returning turn_id, call_id, skill, language, state`,
      values: [id, orgId, sessionId],
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that were asked for
  const found = rows[0] as unknown as FoundRun | undefined;
  if (found === undefined) throw new AppError('not-found', backgroundTexts.noRun());
  if (found.state === 'queued') {
    const { turn_id: turnId, call_id: callId, skill, language } = found;
    const run = { id, orgId, sessionId, turnId, callId, skill };
    const end = endOfCancel({ skill, language }, backgroundTexts.cancelled());
    const close = async (client: PoolClient): Promise<boolean> => {
      const { rowCount } = await client.query(
        `update platform.background_runs set state = 'cancelled', reason = $2, ended_at = clock_timestamp()
        where id = $1 and state = 'queued'`,
        [id, end.reason],
      );
      if (rowCount === 1) await jobs.remove({ queue: BACKGROUND_QUEUE, id }, client);
      return rowCount === 1;
    };
    if (await endRun(parts, { run, end, close })) return;
  }
  // Where it runs elsewhere, that process finds it marked.
  begun.get(id)?.();
}
