// Why a turn ended otherwise than with its answer, what is left of its failure budget, and the way on.

import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import type { Text } from '#base/text.ts';
import { endTexts, messageTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { Markdown } from '../markdown/markdown.tsx';
import type { TurnState } from '../state/turn-state.ts';
import { useConversationState } from '../use-conversation-state.ts';

interface Note {
  readonly type: 'error' | 'warning' | 'info';
  readonly title: Text;
  /** The reply is the reason: it is told here. */
  readonly hasReply: boolean;
  readonly canRetry: boolean;
}

const NOTES: Readonly<Record<string, Note>> = {
  stopped: { type: 'info', title: endTexts.stopped(), hasReply: false, canRetry: false },
  interrupted: { type: 'warning', title: endTexts.interrupted(), hasReply: true, canRetry: true },
  refused: { type: 'warning', title: endTexts.refused(), hasReply: true, canRetry: true },
  'model-failed': { type: 'error', title: endTexts.modelFailed(), hasReply: true, canRetry: true },
  rounds: { type: 'info', title: endTexts.rounds(), hasReply: false, canRetry: false },
  failures: { type: 'info', title: endTexts.failures(), hasReply: false, canRetry: false },
  time: { type: 'info', title: endTexts.time(), hasReply: false, canRetry: false },
};

export function isToldByNote({ reason = '' }: Pick<TurnState, 'reason'>): boolean {
  return NOTES[reason]?.hasReply ?? false;
}

export interface EndNoteProps {
  readonly turn: TurnState;
  readonly isLast: boolean;
}

export function EndNote({ turn, isLast }: EndNoteProps): ReactNode {
  const { text } = useText();
  const note = NOTES[turn.reason ?? ''];
  return (
    <>
      {note !== undefined && (
        <Alert
          className="qiao-end"
          type={note.type}
          showIcon
          title={text(note.title)}
          description={
            note.hasReply && turn.reply !== undefined ? <Markdown text={turn.reply} /> : undefined
          }
          action={note.canRetry && isLast ? <Retry turn={turn} /> : undefined}
        />
      )}
      <BudgetLine turn={turn} />
    </>
  );
}

function Retry({ turn }: { readonly turn: TurnState }): ReactNode {
  const { text } = useText();
  const { store, actions } = useConversationPlace();
  const isWorking = useConversationState(store, (state) => state.isBusy);
  return (
    <Button
      size="small"
      disabled={isWorking}
      onClick={() => actions.send({ text: turn.text ?? '', kind: 'regenerate', replaces: turn.id })}
    >
      {text(messageTexts.regenerate())}
    </Button>
  );
}

function BudgetLine({ turn: { budget } }: { readonly turn: TurnState }): ReactNode {
  const { text } = useText();
  if (budget === undefined || (budget.failures === 0 && budget.banned.length === 0)) return null;
  return (
    <p className="qiao-budget">
      {text(endTexts.budget(budget.failures))}
      {budget.banned.length > 0 && ` · ${text(endTexts.banned(budget.banned))}`}
    </p>
  );
}
