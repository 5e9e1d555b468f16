// The conversation that a message belongs to.

import { createContext, useContext } from 'react';
import type { SentMessage } from './composer.tsx';
import type { ConversationStore } from './state/conversation-store.ts';
import type { ConversationActions } from './use-conversation.ts';

/** The same for as long as the conversation is looked at: whoever reads it is not drawn again for it. */
export interface ConversationPlace {
  readonly sessionId: string;
  /** Its channel knows no Markdown: what was sent there is none any more. */
  readonly hasPlainReplies: boolean;
  readonly store: ConversationStore;
  readonly actions: ConversationActions;
  /** Puts a message into the composer, behind what stands there. */
  readonly toDraft: (message: SentMessage) => void;
}

export const ConversationContext = createContext<ConversationPlace | undefined>(undefined);

export function useConversationPlace(): ConversationPlace {
  const context = useContext(ConversationContext);
  if (context === undefined) throw new TypeError('A message needs a Conversation above it.');
  return context;
}
