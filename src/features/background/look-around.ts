// Looks for what nobody runs: runs whose process is gone, and runs that the queue knows nothing of.

import type { BackgroundParts } from './background-parts.ts';
import type { OpenRun, RunRecords } from './run-records.ts';
import { BACKGROUND_QUEUE, jobOf } from './start-run.ts';

const STEP = 1000;

type Parts = Pick<BackgroundParts, 'jobs' | 'wallSec'> & { readonly records: RunRecords };

/** The queue would find out by itself, later. */
export async function freeAbandoned({ records, jobs }: Parts): Promise<void> {
  for (const id of await records.abandoned()) await jobs.giveBack({ queue: BACKGROUND_QUEUE, id });
}

/** The queue's tables may be lost, or left out of a backup: what is to run stands in our own. */
export async function addMissing(parts: Parts): Promise<void> {
  const { records, jobs } = parts;
  let last: OpenRun | undefined;
  for (;;) {
    const page = await records.open({ after: last, limit: STEP });
    for (const run of page) {
      const job = jobOf(parts, run);
      const { state } = await jobs.look(job);
      if (state === 'over') await jobs.forget(job);
      // As it was before: who had many waiting has not all of them before everybody else's now.
      if (state === 'over' || state === 'gone')
        await jobs.add({ ...job, groupAhead: run.orgAhead });
    }
    if (page.length < STEP) return;
    last = page.at(-1);
  }
}
