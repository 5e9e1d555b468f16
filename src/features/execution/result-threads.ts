// Threads for large results, so that nobody else waits for them: started when first needed, kept warm for a while.

import { Worker } from 'node:worker_threads';
import type { LargeAnswer, LargeResult } from './settle-large.ts';

const MOST_THREADS = 2;
/** A start takes longer than most results. */
const IDLE_MS = 5 * 60_000;
/** After a larger one a thread holds more memory than a new one costs time. */
const KEPT_BYTES = 32 * 1024 * 1024;

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
    const thread = kept?.thread ?? start();
    thread.ref();
    return thread;
  };
  const start = (): Worker => {
    const thread = new Worker(new URL('result-thread.ts', import.meta.url));
    all.add(thread);
    // One that ends while nobody asks it anything is not asked again.
    thread.on('error', () => undefined);
    thread.on('exit', () => forget(thread));
    return thread;
  };
  const forget = (thread: Worker) => {
    all.delete(thread);
    const at = idle.findIndex((each) => each.thread === thread);
    if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.timer);
  };
  const keep = (thread: Worker) => {
    // A program that is done does not wait for it.
    thread.unref();
    const timer = setTimeout(() => void end(thread), IDLE_MS);
    timer.unref();
    idle.push({ thread, timer });
  };
  const end = async (thread: Worker) => {
    forget(thread);
    await thread.terminate();
  };

  return {
    async settle(result) {
      // Whoever ends hands its place over, so that nobody slips in between.
      if (working >= MOST_THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
      else working += 1;
      const thread = take();
      try {
        const answer = await ask(thread, result);
        if (answer === undefined || isHuge(result)) await end(thread);
        else keep(thread);
        return answer ?? { status: 'unusable' };
      } finally {
        const next = waiting.shift();
        if (next === undefined) working -= 1;
        else next();
      }
    },
    async close() {
      await Promise.all([...all].map((thread) => end(thread)));
    },
  };
}

function isHuge({ source }: LargeResult): boolean {
  return source.kind === 'file' && source.bytes > KEPT_BYTES;
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
    try {
      // Handed over, not copied.
      thread.postMessage(result, source.kind === 'json' ? [source.json.buffer] : []);
    } catch {
      // What can't be copied is no JSON.
      onEnd();
    }
  });
}
