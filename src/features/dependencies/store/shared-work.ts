// One piece of work for all who want the same at the same time; it is ended when the last of them gives up.

import { AppError } from '#base/app-error.ts';
import { dependencyTexts } from '#contract/texts/dependency-texts.ts';

export interface SharedWork<T> {
  /**
   * Joins the work of this key, or starts it. Throws what the work throws, and `stopped` where `signal` is aborted:
   * at once where others still wait, else when the work has ended.
   */
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Running<T> {
  readonly ended: Promise<T>;
  readonly abort: AbortController;
  waiters: number;
}

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>();

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const abort = new AbortController();
    const started = { ended: start(abort.signal), abort, waiters: 0 };
    running.set(key, started);
    const forget = () => {
      if (running.get(key) === started) running.delete(key);
    };
    started.ended.then(forget, forget);
    return started;
  };

  return {
    join: async (key, signal, start) => {
      const current = running.get(key);
      const isUsable = current?.abort.signal.aborted === false;
      // One that is being ended is waited for by nobody who still wants it.
      const work = isUsable ? current : begin(key, start);
      work.waiters += 1;
      try {
        return await orAborted(work.ended, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
        if (work.waiters === 1) {
          work.abort.abort();
          await work.ended.catch(() => undefined);
        }
        throw error;
      } finally {
        work.waiters -= 1;
      }
    },
  };
}

function orAborted<T>(ended: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new AppError('stopped', dependencyTexts.stopped()));
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    const leave = () => signal.removeEventListener('abort', giveUp);
    ended
      .then(resolve, reject)
      .finally(leave)
      .catch(() => undefined);
  });
}
