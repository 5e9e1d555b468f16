// The answer of a turn: as it is written, and as it was when it ended.

import { ReloadOutlined } from '@ant-design/icons';
import { useMemo, type ReactNode } from 'react';
import { chatViewTexts, messageTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { Artifacts } from '../artifacts/artifacts.tsx';
import { FailedFiles } from '../artifacts/failed-files.tsx';
import { toldOnce, type ToldOnce } from '../artifacts/told-once.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { CopyButton } from '../copy-button.tsx';
import { Deliveries } from '../deliveries/deliveries.tsx';
import { IconButton } from '../icon-button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { liveReply } from '../state/live-reply.ts';
import { hasEnded, isCallOver, type TurnState } from '../state/turn-state.ts';
import { EndNote, isToldByNote } from './end-note.tsx';
import { PlainReply } from './plain-reply.tsx';

export interface AnswerProps {
  readonly turn: TurnState;
  readonly isLast: boolean;
}

export function Answer({ turn, isLast }: AnswerProps): ReactNode {
  const { text } = useText();
  const isOver = hasEnded(turn);
  const { reply: shown, failed } = useMemo(() => toldOnceOf(turn), [turn]);
  const { hasPlainReplies } = useConversationPlace();
  const isPlain = hasPlainReplies && isOver;
  return (
    <>
      <h3 className="q-unseen">{text(chatViewTexts.answer())}</h3>
      {/* One and the same while it is written and when it is done: nothing is drawn anew then. */}
      {shown !== '' && isPlain && <PlainReply text={shown} />}
      {shown !== '' && !isPlain && (
        <Markdown text={shown} isGrowing={!isOver && turn.blocks.length === 0} />
      )}
      {!isOver && shown === '' && <Thinking turn={turn} />}
      {isOver && <EndNote turn={turn} isLast={isLast} />}
      <Artifacts artifacts={turn.artifacts} />
      <FailedFiles failed={failed} />
      <Deliveries deliveries={turn.deliveries} />
      {isOver && <AnswerActions turn={turn} isLast={isLast} />}
    </>
  );
}

function toldOnceOf(turn: TurnState): ToldOnce {
  const failed = turn.artifacts.filter(({ state }) => state === 'failed');
  return toldOnce(shownText(turn), failed);
}

/** Blank where there is nothing to show, or where the note at the end tells it. */
function shownText(turn: TurnState): string {
  if (!hasEnded(turn)) return onlyIfWords(liveReply(turn));
  return isToldByNote(turn) || isToldBeforeCall(turn) ? '' : onlyIfWords(turn.reply ?? '');
}

/** The reply of a turn that was stopped while it called is what was said before those calls. */
function isToldBeforeCall({ reason, reply = '', calls }: TurnState): boolean {
  const said = calls.findLast((call) => (call.said ?? '').trim() !== '')?.said ?? '';
  return reason === 'stopped' && reply.trim() === said.trim();
}

function onlyIfWords(words: string): string {
  return words.trim() === '' ? '' : words;
}

/** While nothing is said and nothing runs. */
function Thinking({ turn }: { readonly turn: TurnState }): ReactNode {
  const { text } = useText();
  const isCalling = turn.calls.some((call) => !isCallOver(call));
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
  const { actions } = useConversationPlace();
  const again = (): void =>
    actions.send({ text: turn.text ?? '', kind: 'regenerate', replaces: turn.id });
  return (
    <div className="qiao-actions">
      {turn.reply !== undefined && turn.reply !== '' && (
        <CopyButton text={() => turn.reply ?? ''} />
      )}
      {isLast && turn.origin === 'person' && (
        <IconButton
          label={text(messageTexts.regenerate())}
          icon={<ReloadOutlined />}
          isForCalm
          onClick={again}
        />
      )}
    </div>
  );
}
