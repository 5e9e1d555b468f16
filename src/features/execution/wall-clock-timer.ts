// One skill's wall clock: a signal that is aborted by the clock, by whoever called, or when the run is over.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';

export interface WallClock {
  /** What the skill sees as its abort signal (CLK-04). */
  readonly signal: AbortSignal;
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
  const timer = limitMs === undefined ? undefined : setTimeout(strike, limitMs);
  if (caller.aborted) stop();
  else caller.addEventListener('abort', stop, { once: true });

  return {
    signal: controller.signal,
    hasStruck: () => struck,
    stoppedBecause: () => (caller.reason instanceof AppError ? caller.reason.text : undefined),
    end() {
      clearTimeout(timer);
      caller.removeEventListener('abort', stop);
      controller.abort();
    },
  };
}
