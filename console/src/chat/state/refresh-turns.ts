// Asks again for turns of which the stream has told that there is more to know: each one once for all that comes together.

import type { ApiClient } from '#client/api-client.ts';
import { isPassing } from '../../api/is-passing.ts';
import type { ConversationStore } from './conversation-store.ts';

export interface RefreshParts {
  readonly server: ApiClient;
  readonly sessionId: string;
  readonly store: ConversationStore;
  readonly signal: AbortSignal;
}

export interface TurnRefresh {
  want(turnId: string): void;
  end(): void;
}

/** What comes together is asked for together. */
const REFRESH_MS = 80;
/** Before what the server could not answer is asked for again. */
const AGAIN_MS = 2000;

export function createTurnRefresh(parts: RefreshParts): TurnRefresh {
  const wanted = new Set<string>();
  let timer: number | undefined;
  const plan = (ms: number): void => {
    if (parts.signal.aborted) return;
    timer ??= window.setTimeout(() => void ask(), ms);
  };
  const ask = async (): Promise<void> => {
    timer = undefined;
    const asked = [...wanted];
    wanted.clear();
    const left = await Promise.all(asked.map((id) => askFor(parts, id)));
    for (const [at, id] of asked.entries()) if (left[at] === false) wanted.add(id);
    if (wanted.size > 0) plan(AGAIN_MS);
  };
  return {
    want(turnId) {
      wanted.add(turnId);
      plan(REFRESH_MS);
    },
    end: () => window.clearTimeout(timer),
  };
}

/** False where it is worth to be asked again. */
async function askFor(
  { server, sessionId, store, signal }: RefreshParts,
  turnId: string,
): Promise<boolean> {
  const params = { session_id: sessionId, turn_id: turnId };
  try {
    const turn = await server.call('turns.get', { params, signal });
    if (!turn.is_superseded) store.apply({ type: 'turn', turn });
    return true;
  } catch (thrown) {
    return !isPassing(thrown);
  }
}
