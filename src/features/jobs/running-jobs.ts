// The jobs that run in this process: each once, whatever the queue gives out, with a signal of its own.

import { AppError } from '#base/app-error.ts';
import { jobTexts } from '#contract/texts/job-texts.ts';
import type { Job, JobName } from './jobs.ts';

export interface RunningJobs {
  /**
   * Runs it; one that runs here already is joined. While the database was away the queue may have given up a worker
   * that lives, and give its job out once more, to that very worker.
   */
  run(name: JobName, taken: AbortSignal, work: (job: Job) => Promise<void>): Promise<void>;
  count(): number;
  /** Waits for them, then aborts them, and waits once more; for `graceMs` each time. */
  close(graceMs: number): Promise<void>;
}

interface Running {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function createRunningJobs(): RunningJobs {
  const running = new Map<string, Running>();
  const allEnded = () => Promise.allSettled(Array.from(running.values(), ({ ended }) => ended));

  const start = (
    { queue, id }: JobName,
    taken: AbortSignal,
    work: (job: Job) => Promise<void>,
  ): Promise<void> => {
    const key = `${queue}/${id}`;
    const controller = new AbortController();
    const onTaken = () => controller.abort(new AppError('conflict', jobTexts.taken()));
    taken.addEventListener('abort', onTaken, { once: true });
    const ended = work({ queue, id, signal: controller.signal }).finally(() => {
      taken.removeEventListener('abort', onTaken);
      running.delete(key);
    });
    running.set(key, { controller, ended });
    return ended;
  };

  return {
    run: (name, taken, work) =>
      running.get(`${name.queue}/${name.id}`)?.ended ?? start(name, taken, work),
    count: () => running.size,
    async close(graceMs) {
      if (running.size === 0 || (await isInTime(allEnded(), graceMs))) return;
      for (const { controller } of running.values())
        controller.abort(new AppError('stopped', jobTexts.closing()));
      await isInTime(allEnded(), graceMs);
    },
  };
}

async function isInTime(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
