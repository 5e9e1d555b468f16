// A part of a conversation's state: who looks at it is drawn again only when that part changes.

import { useSyncExternalStore } from 'react';
import type { ConversationState } from './state/conversation-state.ts';
import type { ConversationStore } from './state/conversation-store.ts';

/** `select` gives the very same value where nothing changed. */
export function useConversationState<Part>(
  store: ConversationStore,
  select: (state: ConversationState) => Part,
): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
