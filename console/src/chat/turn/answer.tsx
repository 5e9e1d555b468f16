// The answer of a turn: as it is written, and as it was when it ended.

import { ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { chatViewTexts, endTexts, messageTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { CopyButton } from '../copy-button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { isBusy } from '../state/conversation-state.ts';
import { liveReply } from '../state/live-reply.ts';
import { hasEnded, isCall, isCallOver, type TurnState } from '../state/turn-state.ts';
import { useConversationState } from '../use-conversation-state.ts';
import { Artifacts } from './artifacts.tsx';
import { EndNote, isToldByNote } from './end-note.tsx';

export interface AnswerProps {
  readonly turn: TurnState;
  readonly isLast: boolean;
}

export function Answer({ turn, isLast }: AnswerProps): ReactNode {
  const { text } = useText();
  if (!hasEnded(turn)) {
    return (
      <>
        <GrowingAnswer turn={turn} />
        <Artifacts artifacts={turn.artifacts} />
      </>
    );
  }
  const reply = turn.reply ?? '';
  return (
    <>
      <h3 className="q-unseen">{text(chatViewTexts.answer())}</h3>
      {!isToldByNote(turn) && reply.trim() !== '' && <Markdown text={reply} />}
      {reply.trim() === '' && turn.reason !== 'stopped' && (
        <p className="q-faint">{text(endTexts.noText())}</p>
      )}
      <EndNote turn={turn} isLast={isLast} />
      <Artifacts artifacts={turn.artifacts} />
      <AnswerActions turn={turn} isLast={isLast} />
    </>
  );
}

function GrowingAnswer({ turn }: { readonly turn: TurnState }): ReactNode {
  const { text } = useText();
  const shown = liveReply(turn);
  const isCalling = turn.steps.some((step) => isCall(step) && !isCallOver(step));
  // Blocks that are shown behind the text don't grow.
  const isGrowing = turn.blocks.length === 0;
  if (shown.trim() !== '') return <Markdown text={shown} isGrowing={isGrowing} />;
  if (isCalling) return null;
  return (
    <p className="qiao-thinking">
      <span className="qiao-dots" aria-hidden="true" />
      {text(chatViewTexts.thinking())}
    </p>
  );
}

function AnswerActions({ turn, isLast }: AnswerProps): ReactNode {
  const { text } = useText();
  const { store, actions } = useConversationPlace();
  const isWorking = useConversationState(store, isBusy);
  const again = (): void =>
    actions.send({ text: turn.text ?? '', kind: 'regenerate', replaces: turn.id });
  return (
    <div className="qiao-actions">
      {turn.reply !== undefined && turn.reply !== '' && (
        <CopyButton text={() => turn.reply ?? ''} />
      )}
      {isLast && !isWorking && (
        <Tooltip title={text(messageTexts.regenerate())}>
          <Button
            type="text"
            size="small"
            aria-label={text(messageTexts.regenerate())}
            icon={<ReloadOutlined />}
            onClick={again}
          />
        </Tooltip>
      )}
    </div>
  );
}
