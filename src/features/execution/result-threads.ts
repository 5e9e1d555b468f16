// Threads for large results, so that nobody else waits for them: started when first needed, kept warm for a while.

import { Worker } from 'node:worker_threads';
import type { LargeAnswer, LargeResult } from './settle-large.ts';

const MOST_THREADS = 2;
/** A start takes longer than most results; the memory of a thread that nobody needs is given back. */
const IDLE_MS = 60_000;

export interface ResultThreads {
  /** Waits for a free thread. Never rejects: a thread that a result ends (its memory, say) found it unusable. */
  settle(result: LargeResult): Promise<LargeAnswer>;
  close(): Promise<void>;
}

export function createResultThreads(): ResultThreads {
  const idle: IdleThread[] = [];
  const waiting: (() => void)[] = [];
  const all = new Set<Worker>();
  let working = 0;

  const take = (): Worker => {
    const kept = idle.pop();
    clearTimeout(kept?.timer);
    const thread = kept?.thread ?? new Worker(new URL('result-thread.ts', import.meta.url));
    all.add(thread);
    thread.ref();
    return thread;
  };
  const keep = (thread: Worker) => {
    // A program that is done does not wait for it.
    thread.unref();
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.thread === thread),
        1,
      );
      void end(thread);
    }, IDLE_MS);
    timer.unref();
    idle.push({ thread, timer });
  };
  const end = async (thread: Worker) => {
    all.delete(thread);
    await thread.terminate();
  };

  return {
    async settle(result) {
      if (working >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
      working += 1;
      const thread = take();
      try {
        const answer = await ask(thread, result);
        if (answer === undefined) await end(thread);
        else keep(thread);
        return answer ?? { status: 'unusable' };
      } finally {
        working -= 1;
        waiting.shift()?.();
      }
    },
    async close() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...all].map((thread) => end(thread)));
    },
  };
}

interface IdleThread {
  readonly thread: Worker;
  readonly timer: NodeJS.Timeout;
}

/** Undefined where the thread ended over it. */
function ask(thread: Worker, result: LargeResult): Promise<LargeAnswer | undefined> {
  return new Promise((resolve) => {
    const settle = (answer: LargeAnswer | undefined) => {
      thread.off('message', settle);
      thread.off('error', onEnd);
      thread.off('exit', onEnd);
      resolve(answer);
    };
    const onEnd = () => settle(undefined);
    thread.on('message', settle);
    thread.on('error', onEnd);
    thread.on('exit', onEnd);
    const { source } = result;
    // Handed over, not copied.
    thread.postMessage(result, source.kind === 'json' ? [source.json.buffer] : []);
  });
}
