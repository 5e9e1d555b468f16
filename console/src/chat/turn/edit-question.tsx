// A message that is said anew: what it takes the place of is told before it is sent.

import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { messageTexts, composerTexts } from '#contract/texts/console-chat-texts.ts';
import { AttachButton } from '../../attachments/attach-button.tsx';
import { AttachmentBar } from '../../attachments/attachment-bar.tsx';
import { useAttachments } from '../../attachments/use-attachments.ts';
import { isComposing } from '../../shell/is-composing.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import type { TurnState } from '../state/turn-state.ts';
import { useConversationState } from '../use-conversation-state.ts';

export interface EditQuestionProps {
  readonly turn: TurnState;
  readonly onClose: () => void;
}

export function EditQuestion({ turn, onClose }: EditQuestionProps): ReactNode {
  const { text } = useText();
  const { store, actions, sessionId } = useConversationPlace();
  const attachments = useAttachments(sessionId, { initial: turn.attachments });
  const [draft, setDraft] = useState(turn.text ?? '');
  const told = useId();
  const later = useConversationState(
    store,
    ({ order }) => order.length - 1 - order.indexOf(turn.id),
  );
  const isSaying = draft.trim() !== '' || attachments.files.length > 0;
  const maySend = isSaying && !attachments.isSending && !attachments.hasFailed;
  const send = (): void => {
    if (!maySend) return;
    actions.send({
      text: draft,
      kind: 'edit',
      replaces: turn.id,
      attachments: attachments.files,
    });
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc closes it, wherever in it one is
    <div
      className="qiao-edit"
      data-takes-escape
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onClose();
      }}
    >
      <AttachmentBar attachments={attachments} />
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone, and this stands in its place
        autoFocus
        dir="auto"
        rows={4}
        value={draft}
        aria-label={text(messageTexts.editLabel())}
        aria-describedby={told}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          if (isComposing(event.nativeEvent)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="qiao-edit-foot">
        <AttachButton attachments={attachments} />
        <span id={told}>{text(messageTexts.replaces(later))}</span>
        <Button onClick={onClose}>{text(messageTexts.cancel())}</Button>
        <Button type="primary" disabled={!maySend} onClick={send}>
          {text(composerTexts.send())}
        </Button>
      </div>
    </div>
  );
}
