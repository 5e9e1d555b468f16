// Puts the feature together: what is asked for, what runs here, what people see of it.

import { closeInTurn } from '#base/close-in-turn.ts';
import type { BackgroundParts } from './background-parts.ts';
import type { NewBackgroundRun } from './background-run.ts';
import { cancelRun, type CancelRequest } from './cancel-run.ts';
import { addMissing, freeAbandoned } from './look-around.ts';
import { runJob } from './run-job.ts';
import { createRunRecords } from './run-records.ts';
import { createRunViews, type RunViews } from './run-views.ts';
import { BACKGROUND_QUEUE, startRun, type StartedRun } from './start-run.ts';

export { BACKGROUND_QUEUE };

export interface Background extends Omit<RunViews, 'removeSession'> {
  /** Resolves when it is stored, record and job: from then on it is never lost. Or nothing of it is, where there are too many. */
  start(run: NewBackgroundRun): Promise<StartedRun>;
  /** One that is over stays. Throws `not-found`. */
  cancel(request: CancelRequest): Promise<void>;
  /** A deleted conversation's: what runs is stopped, and nothing of it is told. */
  removeSession(orgId: string, sessionId: string): Promise<void>;
  /** From now on runs are taken here. */
  work(): Promise<void>;
  /** Looks for nothing more; what runs here ends with the queue. */
  close(): Promise<void>;
}

const LOOK_MS = 5000;
const MISSING_MS = 60_000;

export function createBackground(given: BackgroundParts): Background {
  const { database, jobs, places, onProblem } = given;
  const records = createRunRecords(database, given.owner);
  const parts = { ...given, records, begun: new Map<string, () => void>() };
  const views = createRunViews(database);
  let timers: readonly NodeJS.Timeout[] = [];
  let looking: Promise<void> = Promise.resolve();
  const look = (work: () => Promise<void>): void => {
    looking = looking.then(work).catch(onProblem);
  };

  return {
    ...views,
    start: (run) => startRun(parts, run),
    cancel: (request) => cancelRun(parts, request),
    async removeSession(orgId, sessionId) {
      for (const id of await views.removeSession(orgId, sessionId)) {
        parts.begun.get(id)?.();
        await jobs.remove({ queue: BACKGROUND_QUEUE, id }).catch(onProblem);
      }
    },
    async work() {
      await addMissing(parts);
      await freeAbandoned(parts);
      await jobs.work({
        queue: BACKGROUND_QUEUE,
        places,
        // One is always left for others.
        groupPlaces: Math.max(1, places - 1),
        run: (job) => runJob(parts, job),
      });
      timers = [
        setInterval(() => look(() => freeAbandoned(parts)), LOOK_MS),
        setInterval(() => look(() => addMissing(parts)), MISSING_MS),
      ];
    },
    close: () =>
      closeInTurn([
        async () => {
          for (const timer of timers) clearInterval(timer);
        },
        () => looking,
      ]),
  };
}
