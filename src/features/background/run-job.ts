// Runs what a job is for: once, under a claim, and to an end that is stored; in the end that a worker's loss leaves, too.

import { AppError } from '#base/app-error.ts';
import { backgroundTexts } from '#contract/texts/background-texts.ts';
import type { Job } from '#features/jobs/index.ts';
import type { WorkerParts } from './background-parts.ts';
import type { ClaimedRun } from './background-run.ts';
import { endRun, type EndedRun } from './end-run.ts';
import { endOfCancel, endOfFault } from './run-end.ts';
import { closeClaimed } from './run-records.ts';
import { runSkill } from './run-skill.ts';

/** Processes that may go away in the middle of a run that may be repeated. */
const MOST_LOST = 3;

export async function runJob(parts: WorkerParts, job: Job): Promise<void> {
  const { records, begun } = parts;
  const run = await records.claim(job.id);
  if (run === undefined) return;
  // What this process began and could not end, it has lost as well.
  const wasLost = run.wasLost || begun.has(run.id);
  const lost = wasLost ? endOfLost(run) : undefined;
  if (lost === undefined) {
    await runClaimed(parts, run, job.signal);
    return;
  }
  await store(parts, run, { end: lost, signal: job.signal });
}

/** ASY-06; undefined where it is run again. */
function endOfLost(run: ClaimedRun): EndedRun | undefined {
  if (run.isCancelWanted) return endOfCancel(run, backgroundTexts.cancelledRunning());
  if (!run.isIdempotent) return endOfFault(run, backgroundTexts.mayHaveHappened());
  return run.lost < MOST_LOST ? undefined : endOfFault(run, backgroundTexts.givenUp(run.lost));
}

async function runClaimed(parts: WorkerParts, run: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { records, begun } = parts;
  const out = await runSkill(parts, run, signal);
  switch (out.status) {
    case 'taken':
      // Whoever has it now tells its end.
      begun.delete(run.id);
      return;
    case 'interrupted':
      if (!run.isIdempotent) {
        await store(parts, run, {
          end: endOfFault(run, backgroundTexts.mayHaveHappened()),
          signal,
        });
        return;
      }
      await records.giveBack(run);
      begun.delete(run.id);
      // The queue gives it to the next process.
      throw new AppError('stopped', backgroundTexts.mayHaveHappened());
    default:
      await store(parts, run, { end: out.end, signal });
  }
}

/** Tried for as long as this process lives: what the skill did can't be done again. */
async function store(
  parts: WorkerParts,
  run: ClaimedRun,
  { end, signal }: { readonly end: EndedRun; readonly signal: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      await endRun(parts, { run, end, close: (client) => closeClaimed(client, run, end) });
      parts.begun.delete(run.id);
      return;
    } catch (error) {
      const isAway = error instanceof AppError && error.code === 'database-unavailable';
      if (!isAway || signal.aborted) throw error;
      parts.onProblem(error);
    }
  }
}
