// Counts how often somebody does something, in this process, so that nobody wears the server out.

import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';

const MOST_WINDOWS = 20_000;

export interface RateLimits {
  /** Throws `too-many-requests` (`details.retryAfterMs`) where `key` comes more than `most` times a window. */
  count(key: string, limit: { readonly most: number; readonly windowSec: number }): void;
}

interface Window {
  count: number;
  readonly endsAt: number;
}

/** `monotonicMs` must not follow the wall clock, which jumps. */
export function createRateLimits(monotonicMs: () => number): RateLimits {
  const windows = new Map<string, Window>();
  return {
    count(key, { most, windowSec }) {
      const now = monotonicMs();
      const window = windows.get(key);
      if (window === undefined || window.endsAt <= now) {
        windows.delete(key);
        makeRoom(windows, now);
        windows.set(key, { count: 1, endsAt: now + windowSec * 1000 });
        return;
      }
      window.count += 1;
      if (window.count <= most) return;
      const retryAfterMs = Math.ceil(window.endsAt - now);
      const text = apiTexts.tooManyRequests(Math.ceil(retryAfterMs / 1000));
      throw new AppError('too-many-requests', text, { details: { retryAfterMs } });
    },
  };
}

/** A flood of made-up addresses must not fill the memory: what is over goes first, then the oldest. */
function makeRoom(windows: Map<string, Window>, now: number): void {
  if (windows.size < MOST_WINDOWS) return;
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
  for (const key of windows.keys()) {
    if (windows.size < MOST_WINDOWS) return;
    windows.delete(key);
  }
}
