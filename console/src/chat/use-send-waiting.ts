// Messages that the server was not there for go by themselves once it is there again, under their old keys.

import { useEffect } from 'react';
import type { ConversationStore } from './state/conversation-store.ts';
import type { OutgoingMessage } from './state/outgoing.ts';
import { useConversationState } from './use-conversation-state.ts';

export interface SendWaitingParts {
  readonly store: ConversationStore;
  readonly sendAgain: (message: OutgoingMessage) => void;
  readonly isConnected: boolean;
}

/** A stream that is open does not mean that everything is. */
const PAUSE_MS = 400;

export function useSendWaiting({ store, sendAgain, isConnected }: SendWaitingParts): void {
  const outgoing = useConversationState(store, (state) => state.outgoing);
  const hasWaiting = outgoing.some(({ status }) => status === 'waiting');
  useEffect(() => {
    if (!isConnected || !hasWaiting) return undefined;
    const timer = setTimeout(() => {
      for (const message of store.get().outgoing)
        if (message.status === 'waiting') sendAgain(message);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [store, sendAgain, isConnected, hasWaiting]);
}
