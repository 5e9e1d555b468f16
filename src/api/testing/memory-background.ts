// Background runs in memory, with the same walls as the real ones.

import { randomUUID } from 'node:crypto';
import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import type { BackgroundRunBody } from '#contract/api/background-routes.ts';
import type { Caller } from '#features/accounts/index.ts';
import type { BackgroundService } from '../services.ts';

const MOMENT = '2026-01-02T03:04:05.000Z';

export interface MemoryBackground {
  readonly service: BackgroundService;
  /** Gives its id. */
  add(sessionId: string, turnId: string): string;
}

/** `checkOwn` throws where the session is not the caller's. */
export function memoryBackground(
  checkOwn: (caller: Caller, sessionId: string) => unknown,
): MemoryBackground {
  const kept: BackgroundRunBody[] = [];
  return {
    service: {
      async list(caller, sessionId) {
        checkOwn(caller, sessionId);
        const items = kept.filter((run) => run.session_id === sessionId);
        return { items, next_cursor: null };
      },
      async cancel(caller, { sessionId, id }) {
        checkOwn(caller, sessionId);
        if (!kept.some((run) => run.id === id && run.session_id === sessionId))
          throw new AppError('not-found', sameText('There is no such run.'));
      },
    },
    add(sessionId, turnId) {
      const id = randomUUID();
      kept.push({
        id,
        session_id: sessionId,
        turn_id: turnId,
        call_id: 'c1',
        skill: 'film',
        state: 'queued',
        fraction: null,
        text: '',
        reason: '',
        is_cancelling: false,
        created_at: MOMENT,
        started_at: null,
        ended_at: null,
      });
      return id;
    },
  };
}
