// The port to what was said before, and its in-memory part.

import type { ModelMessage } from '#features/models/index.ts';

export interface SessionStore {
  /** Every message of the session so far, without the system prompt. */
  history(sessionId: string): Promise<readonly ModelMessage[]>;
  /** Stores a turn whole: the user's message and all that came of it, in one write. */
  append(sessionId: string, turn: readonly ModelMessage[]): Promise<void>;
}

export function createMemorySessionStore(): SessionStore {
  const sessions = new Map<string, readonly ModelMessage[]>();

  return {
    async history(sessionId) {
      return sessions.get(sessionId) ?? [];
    },
    async append(sessionId, turn) {
      sessions.set(sessionId, [...(sessions.get(sessionId) ?? []), ...turn]);
    },
  };
}
