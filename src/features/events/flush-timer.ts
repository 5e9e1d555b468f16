// When a process stores its events: soon after the first, at most every 50 ms, never twice at once, later after a failure.

type When = 'soon' | 'later';

/** What a flush left: nothing, more that waits, or a failure to wait after. */
export type FlushOutcome = 'idle' | 'more' | 'failed';

export interface FlushTimer {
  /** Something waits. `soon`: somebody waits for it too. */
  want(when?: When): void;
  /** Flushes until nothing is left or it fails; no more after that. */
  close(): Promise<void>;
}

const EVERY_MS = 50;
const SOON_MS = 10;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 5000;

/** `flush` never throws. */
export function createFlushTimer(flush: () => Promise<FlushOutcome>): FlushTimer {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  let running: Promise<FlushOutcome> | undefined;
  /** What was wanted while a flush ran: it may have come too late for that one. */
  let wanted: When | undefined;
  let retryMs = 0;
  let isClosed = false;

  function arm(when: When): void {
    const soonAt = performance.now() + SOON_MS;
    armAt(when === 'soon' ? soonAt : Math.max(soonAt, lastAt + EVERY_MS));
  }

  function armAt(at: number): void {
    if (isClosed || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void run(), Math.max(0, at - performance.now()));
  }

  async function run(): Promise<FlushOutcome> {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    lastAt = performance.now();
    wanted = undefined;
    running = flush();
    const outcome = await running;
    running = undefined;
    if (outcome === 'failed') {
      retryMs = Math.min(Math.max(retryMs * 2, FIRST_RETRY_MS), LONGEST_RETRY_MS);
      armAt(performance.now() + retryMs);
    } else {
      retryMs = 0;
      if (outcome === 'more') armAt(lastAt + EVERY_MS);
      if (wanted !== undefined) arm(wanted);
    }
    return outcome;
  }

  return {
    want(when = 'later') {
      if (running !== undefined) wanted = wanted === 'soon' ? wanted : when;
      // After a failure its own wait is kept to.
      else if (retryMs === 0) arm(when);
    },
    async close() {
      isClosed = true;
      await running;
      while ((await run()) === 'more');
    },
  };
}
