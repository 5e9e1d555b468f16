// Keeps a conversation's state true: the latest turns, then the stream, and the history again where the stream tells of more.

import { AppError } from '#base/app-error.ts';
import type { ApiClient } from '#client/api-client.ts';
import type { FollowedEvent } from '#client/follow-events.ts';
import type { ConversationStore } from './conversation-store.ts';
import { createTurnRefresh, type TurnRefresh } from './refresh-turns.ts';
import { hasEnded } from './turn-state.ts';

export interface FollowParts {
  readonly server: ApiClient;
  readonly sessionId: string;
  readonly store: ConversationStore;
  readonly signal: AbortSignal;
  readonly onConnection: (state: Connection) => void;
  /** A turn came to its end while one watched. */
  readonly onTurnEnded: () => void;
  /** Something began in the background, or ended there. */
  readonly onBackground: () => void;
  /** Answers are sent to a channel: what became of them is the history's to tell. */
  readonly isSentTo: () => boolean;
}

export type Connection =
  | { readonly status: 'connecting' }
  | { readonly status: 'open' }
  /** Lost, and being tried again. */
  | { readonly status: 'waiting' }
  /** Refused: it is not tried again. */
  | { readonly status: 'failed'; readonly error: AppError };

/** What fills a screen at once; earlier ones come as one goes up. */
const LATEST_TURNS = 12;
/** Between looks into the history for turns that the stream told of. */
const LOOK_MS = 40;
const LONGEST_LOOK_MS = 2000;

/** Ends with the signal; failures are told as a connection's. */
export async function followConversation(parts: FollowParts): Promise<void> {
  const { onConnection, signal } = parts;
  try {
    onConnection({ status: 'connecting' });
    await loadLatest(parts);
    await followStream(parts);
  } catch (thrown) {
    if (!signal.aborted) onConnection({ status: 'failed', error: AppError.from(thrown) });
  }
}

async function loadLatest({ server, sessionId, store, signal }: FollowParts): Promise<void> {
  const asOf = store.get().additions;
  const page = await server.call('turns.list', {
    params: { session_id: sessionId },
    query: { limit: LATEST_TURNS, order: 'newest' },
    signal,
  });
  store.apply({
    type: 'latest',
    items: page.items,
    cursor: page.next_cursor ?? undefined,
    asOf,
    followFrom: page.follow_from,
  });
}

async function followStream(parts: FollowParts): Promise<void> {
  const { server, sessionId, store, signal, onConnection } = parts;
  const look = createLook(parts);
  const refresh = createTurnRefresh(parts);
  const following = server.subscribe(sessionId, {
    after: store.get().seq,
    signal,
    onState: (status) => onConnection({ status }),
  });
  try {
    for await (const event of following) {
      store.take(event);
      if (store.get().turns.has(event.turn)) settle({ ...parts, refresh }, event);
      else look.want(event.turn);
      if (/^background-(started|ended)$/.test(event.event.type)) parts.onBackground();
    }
  } finally {
    look.end();
    refresh.end();
  }
}

/** The history of a turn holds what the stream does not tell: which calls were cut, say, and what became of each message. */
function settle(
  parts: FollowParts & { readonly refresh: TurnRefresh },
  { turn: turnId, event }: FollowedEvent,
): void {
  const { store, refresh } = parts;
  if (event.type === 'delivery' || event.type === 'background-ended') refresh.want(turnId);
  if (event.type !== 'turn-finished') return;
  const before = store.get().turns.get(turnId);
  // Replayed: the history told it.
  if (before === undefined || hasEnded(before)) return;
  store.flush();
  parts.onTurnEnded();
  const hasCalls = store.get().turns.get(turnId)?.calls.length !== 0;
  if (hasCalls || parts.isSentTo()) refresh.want(turnId);
}

/** Looks for the turns that are wanted, each one once: of old and replaced ones the latest page will not tell. */
function createLook(parts: FollowParts): { want(turnId: string): void; end(): void } {
  const asked = new Set<string>();
  let timer: number | undefined;
  let isLooking = false;
  let isWanted = false;
  let waitMs = LOOK_MS;

  const look = async (): Promise<void> => {
    timer = undefined;
    isLooking = true;
    isWanted = false;
    const before = parts.store.get().order.at(-1);
    // The stream comes back by itself where the server went away, and then tells of what is new.
    await loadLatest(parts).catch(() => asked.clear());
    isLooking = false;
    const hasFound = parts.store.get().order.at(-1) !== before;
    waitMs = hasFound ? LOOK_MS : Math.min(waitMs * 2, LONGEST_LOOK_MS);
    if (hasFound) parts.onTurnEnded();
    if (isWanted) plan();
  };
  const plan = (): void => {
    if (isLooking || parts.signal.aborted) return;
    timer ??= window.setTimeout(() => void look(), waitMs);
  };

  return {
    want(turnId) {
      if (asked.has(turnId)) return;
      asked.add(turnId);
      isWanted = true;
      plan();
    },
    end: () => window.clearTimeout(timer),
  };
}
