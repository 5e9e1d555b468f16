// What a new conversation begins with, and how the page goes on to it once it exists.

import { createContext, useContext } from 'react';

export interface NewConversation {
  /** The role that was chosen for it (`/?role=…`); undefined: the org's first. */
  readonly roleId: string | undefined;
  /** Shows a conversation that was just made. */
  readonly open: (sessionId: string) => void;
}

export const NewConversationContext = createContext<NewConversation>({
  roleId: undefined,
  open: () => undefined,
});

export function useNewConversation(): NewConversation {
  return useContext(NewConversationContext);
}
