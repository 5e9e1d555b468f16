// Keeps workers warm between calls, one key each, and bounds how many work at once.

import { residentBytes } from '#system/process-table.ts';
import type { SkillWorker } from './skill-worker.ts';
import { createTurnstile, type Turnstile } from './turnstile.ts';

export interface WorkerPoolLimits {
  /** Idle workers of all keys together; the longest idle goes first. */
  readonly mostIdle: number;
  readonly idleMs: number;
  /** Calls that may work at once; a call that only waits for another skill does not count. */
  readonly mostActive: number;
  readonly retireAfterCalls: number;
  readonly retireAboveBytes: number;
}

export const WORKER_POOL_LIMITS: WorkerPoolLimits = {
  mostIdle: 4,
  idleMs: 5 * 60 * 1000,
  mostActive: 8,
  retireAfterCalls: 5000,
  retireAboveBytes: 300 * 1024 * 1024,
};

/** Asking the system costs as much as a call. What grows faster meets its own limit (`memoryBytes`). */
const MEASURE_EVERY_CALLS = 16;

export interface WorkerPool {
  readonly turnstile: Turnstile;
  /** A worker for this key and nobody else until it is given back: a warm one, else what `start` gives. */
  checkOut(key: string, start: () => Promise<SkillWorker>): Promise<SkillWorker>;
  giveBack(key: string, worker: SkillWorker): void;
  /** Ends every worker, also those at work. */
  close(): Promise<void>;
}

interface Idle {
  readonly key: string;
  readonly worker: SkillWorker;
  readonly timer: NodeJS.Timeout;
}

export function createWorkerPool(limits: WorkerPoolLimits): WorkerPool {
  const all = new Set<SkillWorker>();
  /** Longest idle first. */
  let idle: readonly Idle[] = [];
  let isClosed = false;

  const removeIdle = (worker: SkillWorker) => {
    clearTimeout(idle.find((each) => each.worker === worker)?.timer);
    idle = idle.filter((each) => each.worker !== worker);
  };

  const retire = (worker: SkillWorker) => {
    removeIdle(worker);
    // What keeps it from ending, `gone` tells.
    worker.end().catch(() => undefined);
  };

  const dropWhenGone = async (worker: SkillWorker) => {
    await worker.gone;
    removeIdle(worker);
    all.delete(worker);
  };

  const adopt = (worker: SkillWorker) => {
    all.add(worker);
    void dropWhenGone(worker);
    return worker;
  };

  const isWorthKeeping = (worker: SkillWorker) =>
    !isClosed &&
    worker.isFit &&
    worker.calls < limits.retireAfterCalls &&
    (worker.calls % MEASURE_EVERY_CALLS !== 0 ||
      residentBytes([worker.id], Infinity) <= limits.retireAboveBytes);

  return {
    turnstile: createTurnstile(limits.mostActive),
    checkOut: async (key, start) => {
      // The latest used of a key is the warmest.
      const warm = idle.findLast((each) => each.key === key && each.worker.isFit);
      if (warm === undefined) {
        const worker = adopt(await start());
        // The pool was closed while it started.
        if (isClosed) await worker.end();
        return worker;
      }
      removeIdle(warm.worker);
      return warm.worker;
    },
    giveBack: (key, worker) => {
      if (!isWorthKeeping(worker)) return retire(worker);
      const timer = setTimeout(() => retire(worker), limits.idleMs).unref();
      idle = [...idle, { key, worker, timer }];
      for (const { worker: oldest } of idle.slice(0, -limits.mostIdle)) retire(oldest);
    },
    close: async () => {
      isClosed = true;
      for (const { worker } of idle) removeIdle(worker);
      await Promise.all([...all].map((worker) => worker.end()));
    },
  };
}
