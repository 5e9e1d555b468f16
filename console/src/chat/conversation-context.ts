// The conversation that a message belongs to.

import { createContext, useContext } from 'react';
import type { ConversationView } from './use-conversation.ts';

export interface ConversationPlace extends ConversationView {
  /** Puts a text into the composer, behind what stands there. */
  readonly toDraft: (text: string) => void;
}

export const ConversationContext = createContext<ConversationPlace | undefined>(undefined);

export function useConversationPlace(): ConversationPlace {
  const context = useContext(ConversationContext);
  if (context === undefined) throw new TypeError('A message needs a Conversation above it.');
  return context;
}
