// What a person said, and what can be done about it: copy, edit, take back while it waits.

import { EditOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { cutText } from '#base/cut-text.ts';
import type { Text } from '#base/text.ts';
import { chatViewTexts, messageTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { CopyButton } from '../copy-button.tsx';
import { IconButton } from '../icon-button.tsx';
import { hasEnded, type TurnState } from '../state/turn-state.ts';
import { SentFiles } from './sent-files.tsx';

export interface QuestionProps {
  readonly turn: TurnState;
  readonly onEdit: () => void;
}

/** Beyond it the rest is folded away. */
const LONG_CHARS = 1500;

export function Question({ turn, onEdit }: QuestionProps): ReactNode {
  const { text } = useText();
  const [isWhole, setWhole] = useState(false);
  const said = turn.text ?? '';
  const isLong = said.length > LONG_CHARS;
  return (
    <div className="qiao-said-row">
      <h2 className="q-unseen">{text(chatViewTexts.you())}</h2>
      {said !== '' && (
        <div className="qiao-said" data-status={turn.state} dir="auto">
          {isLong && !isWhole ? `${cutText(said, LONG_CHARS)}…` : said}
          {isLong && (
            <Button type="link" size="small" onClick={() => setWhole(!isWhole)}>
              {text(isWhole ? messageTexts.showLess() : messageTexts.showAll())}
            </Button>
          )}
        </div>
      )}
      <SentFiles files={turn.attachments ?? []} />
      <QuestionActions turn={turn} onEdit={onEdit} />
    </div>
  );
}

function QuestionActions({ turn, onEdit }: QuestionProps): ReactNode {
  const { text } = useText();
  if (turn.state === 'dropped') {
    return (
      <div className="qiao-note">
        <Tag>{text(messageTexts.takenBack())}</Tag>
        <CopyButton text={() => turn.text ?? ''} />
      </div>
    );
  }
  if (turn.state === 'queued') return <Waiting turn={turn} />;
  return (
    <div className="qiao-actions">
      <CopyButton text={() => turn.text ?? ''} />
      {hasEnded(turn) && (
        <IconButton
          label={text(messageTexts.edit())}
          icon={<EditOutlined />}
          isForCalm
          onClick={onEdit}
        />
      )}
    </div>
  );
}

function Waiting({ turn }: { readonly turn: TurnState }): ReactNode {
  const { text } = useText();
  const { actions, toDraft } = useConversationPlace();
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<Text>();
  const takeBack = async (): Promise<void> => {
    setLeaving(true);
    try {
      await actions.stop(turn.id);
      toDraft({ text: turn.text ?? '', attachments: turn.attachments ?? [] });
    } catch (thrown) {
      setLeaving(false);
      setFailure(AppError.from(thrown).text);
    }
  };
  return (
    <div className="qiao-note" role="status">
      <Tag>{text(messageTexts.queued())}</Tag>
      <Button
        size="small"
        type="text"
        icon={<UndoOutlined />}
        loading={isLeaving}
        onClick={() => void takeBack()}
      >
        {text(messageTexts.takeBack())}
      </Button>
      {failure !== undefined && <span className="qiao-bad">{text(failure)}</span>}
    </div>
  );
}
