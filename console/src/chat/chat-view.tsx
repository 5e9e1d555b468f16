// One conversation: what was said, what is being done, and where to say more.

import './chat.css';
import type { ReactNode } from 'react';
import { chatViewTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../text/use-text.ts';
import { useAppearance } from '../theme/use-appearance.ts';
import { Conversation } from './conversation.tsx';
import { NewChat } from './new-chat.tsx';

export interface ChatViewProps {
  /** Undefined for one that begins with the first message. */
  readonly sessionId: string | undefined;
}

export function ChatView({ sessionId }: ChatViewProps): ReactNode {
  const { text } = useText();
  const { isDark } = useAppearance();
  return (
    <main
      className="qiao-chat"
      aria-label={text(chatViewTexts.conversation())}
      data-dark={isDark || undefined}
    >
      {sessionId === undefined ? (
        <NewChat />
      ) : (
        <Conversation key={sessionId} sessionId={sessionId} />
      )}
    </main>
  );
}
