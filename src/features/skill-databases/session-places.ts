// How many sessions there are at once, over all teams and of each: who comes later waits a while.

import { AppError } from '#base/app-error.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import type { SkillDatabaseLimits } from './limits.ts';

export interface SessionPlaces {
  /**
   * Resolves with what gives the place back. Rejects with `limit-reached` when none became free in time, or when
   * `signal` is aborted.
   */
  take(team: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly team: string;
  admit(): void;
}

export function createSessionPlaces(limits: SkillDatabaseLimits): SessionPlaces {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const hasRoom = (team: string) =>
    total < limits.sessions && (taken.get(team) ?? 0) < limits.sessionsOfTeam;
  const occupy = (team: string) => {
    total += 1;
    taken.set(team, (taken.get(team) ?? 0) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total -= 1;
      const left = (taken.get(team) ?? 1) - 1;
      if (left === 0) taken.delete(team);
      else taken.set(team, left);
      admitNext();
    };
  };
  /** In the order they came, but nobody waits for another team's places. */
  const admitNext = () => {
    for (const each of waiting) if (hasRoom(each.team)) return each.admit();
  };

  return {
    async take(team, signal) {
      if (hasRoom(team)) return occupy(team);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const entry = { team, admit: () => leave(() => resolve(occupy(team))) };
      const refuse = () => {
        const text = signal.aborted
          ? skillDatabaseTexts.runOver()
          : skillDatabaseTexts.noPlace(limits.waitMs / 1000);
        leave(() => reject(new AppError('limit-reached', text)));
      };
      const timer = setTimeout(refuse, limits.waitMs);
      const leave = (how: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', refuse);
        waiting.delete(entry);
        how();
      };
      signal.addEventListener('abort', refuse, { once: true });
      waiting.add(entry);
      return await promise;
    },
  };
}
