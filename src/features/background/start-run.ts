// A run is asked for: its record, its job and what the stream tells of it are stored together, or not at all.

import type { PoolClient } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backgroundTexts } from '#contract/texts/background-texts.ts';
import { appendWithin } from '#features/events/index.ts';
import type { NewJob } from '#features/jobs/index.ts';
import type { BackgroundParts } from './background-parts.ts';
import type { NewBackgroundRun } from './background-run.ts';
import { countOpen, insertRun, type OpenRuns } from './run-records.ts';

export const BACKGROUND_QUEUE = 'background';

/** Beyond the outer wall: what is left for a skill's processes to end, and its result to be stored. */
const EXPIRE_SPARE_SEC = 600;

/** Runs that are not over, at most. Calls that are made at the very same moment may pass it by a few. */
const MOST = { session: 20, person: 100, org: 5000 } as const;

/** `refused`: nothing was stored, and why. */
export type StartedRun =
  | { readonly status: 'started' }
  | { readonly status: 'refused'; readonly reason: Text };

/** Resolves when it is stored: from then on it is never lost. Again for the same call, it is the same run. */
export async function startRun(parts: BackgroundParts, run: NewBackgroundRun): Promise<StartedRun> {
  const { database, events, jobs, newId } = parts;
  const id = newId();
  // What the turn told before comes before it.
  await events.flush(run.identity.sessionId);
  await jobs.open();
  try {
    await database.again(() =>
      database.transaction((client) => storeRun(parts, client, { id, run })),
    );
    return { status: 'started' };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    return { status: 'refused', reason: thrown.text };
  }
}

/** Rolls back what was stored with the run that is refused. */
class Refusal extends AppError {
  constructor(text: Text) {
    super('limit-reached', text);
  }
}

async function storeRun(
  parts: BackgroundParts,
  client: PoolClient,
  { id, run }: { readonly id: string; readonly run: NewBackgroundRun },
): Promise<void> {
  const { orgId, sessionId } = run.identity;
  const { turnId, callId, skill } = run;
  // Whoever deletes the conversation comes before this, or finds the run.
  if (!(await parts.holdSession(client, { orgId, sessionId })))
    throw new Refusal(backgroundTexts.sessionGone());
  if (!(await insertRun(client, id, run))) return;
  const open = await countOpen(client, run.identity);
  const excess = excessOf(open);
  if (excess !== undefined) throw new Refusal(excess);
  await parts.jobs.add({ ...jobOf(parts, { id, orgId }), groupAhead: open.org - 1 }, client);
  const event = { type: 'background-started', id, call: callId, skill } as const;
  await appendWithin(client, { orgId, sessionId, turnId }, event);
}

function excessOf({ session, person, org }: OpenRuns): Text | undefined {
  if (session > MOST.session) return backgroundTexts.tooManyInSession(MOST.session);
  if (person > MOST.person) return backgroundTexts.tooManyOfPerson(MOST.person);
  return org > MOST.org ? backgroundTexts.tooManyOfOrg(MOST.org) : undefined;
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
