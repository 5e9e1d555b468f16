// A run is asked for: its record, its job and what the stream tells of it are stored together, or not at all.

import { appendWithin } from '#features/events/index.ts';
import type { NewJob } from '#features/jobs/index.ts';
import type { BackgroundParts } from './background-parts.ts';
import type { NewBackgroundRun } from './background-run.ts';
import { countOpen, insertRun } from './run-records.ts';

export const BACKGROUND_QUEUE = 'background';

/** Beyond the outer wall: what is left for a skill's processes to end, and its result to be stored. */
const EXPIRE_SPARE_SEC = 600;

/** Resolves when it is stored: from then on it is never lost. Again for the same call, it is the same run. */
export async function startRun(parts: BackgroundParts, run: NewBackgroundRun): Promise<void> {
  const { database, events, jobs, newId } = parts;
  const { orgId, sessionId } = run.identity;
  const { turnId, callId, skill } = run;
  const id = newId();
  // What the turn told before comes before it.
  await events.flush(sessionId);
  await jobs.open();
  await database.again(() =>
    database.transaction(async (client) => {
      const groupAhead = await countOpen(client, orgId);
      if (!(await insertRun(client, id, run))) return;
      await jobs.add({ ...jobOf(parts, { id, orgId }), groupAhead }, client);
      const event = { type: 'background-started', id, call: callId, skill } as const;
      await appendWithin(client, { orgId, sessionId, turnId }, event);
    }),
  );
}

export function jobOf(
  { wallSec }: Pick<BackgroundParts, 'wallSec'>,
  { id, orgId }: { readonly id: string; readonly orgId: string },
): NewJob {
  return {
    queue: BACKGROUND_QUEUE,
    id,
    group: orgId,
    groupAhead: 0,
    expireSec: Math.ceil(wallSec) + EXPIRE_SPARE_SEC,
  };
}
