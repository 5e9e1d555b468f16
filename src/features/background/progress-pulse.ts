// What a running run tells and is told: its progress, so often at most, and whether it is still to go on.

import { cutText } from '#base/cut-text.ts';
import type { Progress, Pulse } from './run-records.ts';

export interface ProgressPulseParts {
  /** Stores the progress where there is news, and gives what the run is told. */
  store(progress: Progress | undefined): Promise<Pulse>;
  onTold(told: Exclude<Pulse, 'go-on'>): void;
  readonly onProblem: (error: unknown) => void;
}

export interface ProgressPulse {
  /** From the skill, as often as it likes. */
  report(fraction: number | null, text: string): void;
  end(): void;
}

const LOOK_MS = 2000;
/** Between two that are stored. */
const LEAST_MS = 500;
const LONGEST_TEXT = 500;

export function startProgressPulse(parts: ProgressPulseParts): ProgressPulse {
  let news: Progress | undefined;
  let isAsking = false;
  let isOver = false;
  let storedAt = -Infinity;
  let soon: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    if (isAsking || isOver) return;
    isAsking = true;
    const progress = news;
    news = undefined;
    if (progress !== undefined) storedAt = performance.now();
    try {
      const told = await parts.store(progress);
      if (told !== 'go-on' && !isOver) parts.onTold(told);
    } catch (error) {
      // The database is away: the run goes on, and what it told is told again.
      news ??= progress;
      parts.onProblem(error);
    }
    isAsking = false;
    plan();
  };
  const plan = (): void => {
    if (news === undefined || soon !== undefined || isOver) return;
    soon = setTimeout(
      () => {
        soon = undefined;
        void ask();
      },
      Math.max(0, storedAt + LEAST_MS - performance.now()),
    );
  };
  const timer = setInterval(() => void ask(), LOOK_MS);
  return {
    report(fraction, text) {
      news = { fraction, text: cutText(text, LONGEST_TEXT) };
      if (!isAsking) plan();
    },
    end() {
      isOver = true;
      clearInterval(timer);
      clearTimeout(soon);
    },
  };
}
