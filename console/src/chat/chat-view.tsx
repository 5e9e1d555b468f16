// One conversation: what was said, what is being done, and where to say more.

import './chat.css';
import { theme } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
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
  const colours = useColours();
  return (
    <main
      className="qiao-chat"
      aria-label={text(chatViewTexts.conversation())}
      style={colours}
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

/** Antd's colours for what the chat draws itself. */
function useColours(): CSSProperties {
  const { token } = theme.useToken();
  const colours: Readonly<Record<`--${string}`, string>> = {
    '--c-success': token.colorSuccess,
    '--c-warning': token.colorWarning,
    '--c-error': token.colorErrorText,
    '--c-second': token.colorTextSecondary,
    '--c-said': token.colorPrimaryBg,
    '--c-fill': token.colorFillQuaternary,
    '--c-mono': token.fontFamilyCode,
    '--c-shadow': token.boxShadowSecondary,
  };
  return colours;
}
