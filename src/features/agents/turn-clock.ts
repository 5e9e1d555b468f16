// The clocks of a turn: its own, the tool wall and the user's stop, which all end in one signal.

import { AppError } from '#base/app-error.ts';
import { callTexts } from '#contract/texts/agent-texts.ts';

/** CLK-02: how far the turn's clock stays above the tool wall. */
const ABOVE_TOOL_WALL_SEC = 60;

/** CLK-02: `MAX_LOOP_SEC`, raised to at least `TOOL_WALL_SEC + 60`; in milliseconds. */
export function turnClockMs(maxLoopSec: number, toolWallSec: number): number {
  return Math.max(maxLoopSec, toolWallSec + ABOVE_TOOL_WALL_SEC) * 1000;
}

/** A part, so that a test owns the time. */
export interface LoopClock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Runs `strike` once after `ms`; the answer cancels it. */
  after(ms: number, strike: () => void): () => void;
}

export const systemClock: LoopClock = {
  now: () => performance.now(),
  after(ms, strike) {
    const timer = setTimeout(strike, ms);
    return () => clearTimeout(timer);
  },
};

export type StopCause = 'stopped' | 'time';

/** What ends everything under it at once: the user's stop, or its time. The first cause stays. */
export interface Interrupt {
  readonly signal: AbortSignal;
  cause(): StopCause | undefined;
  /** Milliseconds until its time is up, 0 at least. */
  remainingMs(): number;
  /** Frees the timer and the listener; aborts what is still under it. */
  end(): void;
}

export function startInterrupt(stop: AbortSignal, limitMs: number, clock: LoopClock): Interrupt {
  const controller = new AbortController();
  const deadline = clock.now() + limitMs;
  let cause: StopCause | undefined;
  const strike = (by: StopCause) => {
    if (controller.signal.aborted) return;
    cause = by;
    controller.abort(new AppError('stopped', callTexts.interrupted(by)));
  };
  const onStop = () => strike('stopped');
  const cancel = clock.after(limitMs, () => strike('time'));
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });

  return {
    signal: controller.signal,
    cause: () => cause,
    remainingMs: () => Math.max(0, deadline - clock.now()),
    end() {
      cancel();
      stop.removeEventListener('abort', onStop);
      controller.abort();
    },
  };
}
