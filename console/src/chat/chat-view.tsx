// One conversation: what was said, what is being done, and where to say more.

import type { ReactNode } from 'react';

export interface ChatViewProps {
  /** Undefined for one that begins with the first message. */
  readonly sessionId: string | undefined;
}

export function ChatView({ sessionId }: ChatViewProps): ReactNode {
  return <main>{sessionId ?? ''}</main>;
}
