// A run that waits for a free place: its wall clock, and that of whoever called it, stand still meanwhile.

import type { Decision } from '#contract/decision.ts';
import { executionNotes } from '#contract/texts/execution-notes.ts';
import type { CallFrame } from './call-frame.ts';
import type { WallClock } from './wall-clock-timer.ts';

export interface PlaceQueue {
  /** The run waits from now on, until the answer is called. */
  enter(): () => void;
  /** What a run that was called from this one waits does not count here either. */
  hold(): () => void;
  /** How long it waited, where it did. */
  decisions(): readonly Decision[];
}

export function createPlaceQueue(
  { parts, holdCaller, language }: CallFrame,
  clock: WallClock,
): PlaceQueue {
  let waitedMs = 0;
  let entries = 0;

  const hold = () => {
    const releaseOwn = clock.hold();
    const releaseCaller = holdCaller?.();
    return () => {
      releaseOwn();
      releaseCaller?.();
    };
  };

  return {
    enter() {
      const since = parts.now().getTime();
      const release = hold();
      entries += 1;
      return () => {
        release();
        waitedMs += parts.now().getTime() - since;
      };
    },
    hold,
    decisions: () =>
      entries === 0
        ? []
        : [
            {
              stage: 'clock',
              rule: 'CLK-01',
              note: executionNotes.waited(waitedMs)[language],
            },
          ],
  };
}
