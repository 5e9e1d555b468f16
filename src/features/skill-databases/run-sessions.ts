// The sessions of one run: nobody else's, and none left when it is over.

import { AppError } from '#base/app-error.ts';
import { skillDatabaseTexts } from '#contract/texts/skill-database-texts.ts';
import type { SkillDatabase } from '#features/runtimes/index.ts';
import type { DatabaseSession } from './database-session.ts';

export interface RunSessionsParts {
  readonly signal: AbortSignal;
  /** Sessions at once. */
  readonly most: number;
  readonly newId: () => string;
  open(): Promise<DatabaseSession>;
}

export function createRunSessions(parts: RunSessionsParts): SkillDatabase {
  const { signal, most } = parts;
  const sessions = new Map<string, DatabaseSession>();
  let opening = 0;

  const endAll = () => {
    for (const session of sessions.values()) void session.close();
    sessions.clear();
  };
  signal.addEventListener('abort', endAll, { once: true });

  const sessionOf = (id: string) => {
    const session = sessions.get(id);
    if (session !== undefined) return session;
    throw new AppError('input-invalid', skillDatabaseTexts.noSession());
  };
  const refuseOver = () => {
    if (signal.aborted) throw new AppError('stopped', skillDatabaseTexts.runOver());
  };

  return {
    async open() {
      refuseOver();
      if (sessions.size + opening >= most) {
        throw new AppError('limit-reached', skillDatabaseTexts.tooManySessions(most));
      }
      opening += 1;
      try {
        const session = await parts.open();
        const id = parts.newId();
        sessions.set(id, session);
        // It may have ended while this one was being opened.
        if (signal.aborted) endAll();
        refuseOver();
        return id;
      } finally {
        opening -= 1;
      }
    },
    execute: async (id, sql, parameters) => await sessionOf(id).execute(sql, parameters),
    async end(id, how) {
      if (how !== 'close') {
        await sessionOf(id)[how]();
        return;
      }
      // Closing twice does no harm.
      await sessions.get(id)?.close();
      sessions.delete(id);
    },
  };
}
