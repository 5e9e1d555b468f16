// One skill's wall clock: a signal that is aborted by the clock, by whoever called, or when the run is over.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';

export interface WallClock {
  /** What the skill sees as its abort signal (CLK-04). */
  readonly signal: AbortSignal;
  /** Stands still until the answer is called, and every other such answer too. */
  hold(): () => void;
  /** Whether it was this clock that struck, and not the caller. */
  hasStruck(): boolean;
  /** What the caller gave as its reason to stop; undefined where it gave none. */
  stoppedBecause(): Text | undefined;
  /** Stops the clock and aborts what is still under it. */
  end(): void;
}

/** `limitMs` undefined: no clock of its own, only the caller's signal. */
export function startWallClock(limitMs: number | undefined, caller: AbortSignal): WallClock {
  const controller = new AbortController();
  let struck = false;
  const strike = () => {
    struck = true;
    controller.abort();
  };
  const stop = () => controller.abort(caller.reason);
  const timer = limitMs === undefined ? undefined : pausableTimer(limitMs, strike);
  if (caller.aborted) stop();
  else caller.addEventListener('abort', stop, { once: true });

  return {
    signal: controller.signal,
    hold: () => timer?.hold() ?? (() => undefined),
    hasStruck: () => struck,
    stoppedBecause: () => (caller.reason instanceof AppError ? caller.reason.text : undefined),
    end() {
      timer?.end();
      caller.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}

function pausableTimer(limitMs: number, strike: () => void) {
  let leftMs = limitMs;
  let startedAt = 0;
  let holders = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const go = () => {
    startedAt = performance.now();
    timer = setTimeout(strike, leftMs);
  };
  const stand = () => {
    clearTimeout(timer);
    leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
  };
  go();

  return {
    hold() {
      if (holders === 0) stand();
      holders += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0 && !isOver) go();
      };
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
