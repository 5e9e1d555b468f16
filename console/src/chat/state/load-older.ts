// Earlier turns: fetched by the page, shown a few at a time, so that whoever types meanwhile does not wait.

import type { ApiClient } from '#client/api-client.ts';
import type { ConversationStore } from './conversation-store.ts';

const PAGE_TURNS = 30;
const TURNS_AT_ONCE = 4;

export interface OlderParts {
  readonly server: ApiClient;
  readonly sessionId: string;
  readonly store: ConversationStore;
}

/** Rejects with what the server said. */
export async function loadOlder({ server, sessionId, store }: OlderParts): Promise<void> {
  const { olderCursor: cursor } = store.get();
  if (cursor === undefined) return;
  const page = await server.call('turns.list', {
    params: { session_id: sessionId },
    query: { cursor, limit: PAGE_TURNS, order: 'newest' },
  });
  for (let at = 0; at < page.items.length; at += TURNS_AT_ONCE) {
    // It began anew meanwhile.
    if (store.get().olderCursor !== cursor) return;
    const items = page.items.slice(at, at + TURNS_AT_ONCE);
    const isLast = at + TURNS_AT_ONCE >= page.items.length;
    const next = isLast ? (page.next_cursor ?? undefined) : cursor;
    store.apply({ type: 'older', items, cursor: next });
    await nextTask();
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
