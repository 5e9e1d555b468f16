// How a run ends: its state, the call's result, what is pushed and the last event, in one transaction and once.

import type { PoolClient } from 'pg';
import type { CallReplacement } from '#features/conversations/index.ts';
import { appendWithin } from '#features/events/index.ts';
import type { BackgroundParts, PushedResult } from './background-parts.ts';
import type { BackgroundRun } from './background-run.ts';
import type { RunEnd } from './run-records.ts';

export interface EndedRun extends RunEnd {
  readonly call: Pick<CallReplacement, 'state' | 'result'>;
  /** Left out where nothing is sent: who cancels knows it. */
  readonly push?: Pick<PushedResult, 'text' | 'files' | 'language'>;
}

type RunPlace = Pick<BackgroundRun, 'id' | 'orgId' | 'sessionId' | 'turnId' | 'callId' | 'skill'>;

interface Ending {
  readonly run: RunPlace;
  readonly end: EndedRun;
  /** Takes the run to its end; where it says that somebody else did, nothing is changed. */
  close(client: PoolClient): Promise<boolean>;
}

/** False where somebody else ended it. */
export async function endRun(parts: BackgroundParts, ending: Ending): Promise<boolean> {
  const { database, events, onProblem } = parts;
  // Its progress comes before its end; where that can't be stored just now, the end is what matters.
  await events.flush(ending.run.sessionId).catch(onProblem);
  return database.again(() =>
    database.transaction(async (client) => {
      if (!(await ending.close(client))) return false;
      await writeEnd(parts, client, ending);
      return true;
    }),
  );
}

async function writeEnd(
  parts: BackgroundParts,
  client: PoolClient,
  { run, end }: Ending,
): Promise<void> {
  const { id, orgId, sessionId, turnId, callId, skill } = run;
  const { state, reason, call, push } = end;
  await parts.replaceCallResult(client, { orgId, turnId, callId, ...call });
  if (push !== undefined)
    await parts.push(client, { orgId, sessionId, key: `background:${id}`, ...push });
  const event = { type: 'background-ended', id, call: callId, skill, state, reason } as const;
  await appendWithin(client, { orgId, sessionId, turnId }, event);
}
