// Where one writes: Enter sends, a draft is kept for each conversation, a stop stands beside it while an answer is written.

import { ArrowUpOutlined, BorderOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import {
  useId,
  useImperativeHandle,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import { MOST_TEXT_CHARS } from '#contract/api/turn-bodies.ts';
import { composerTexts } from '#contract/texts/console-chat-texts.ts';
import { AttachButton } from '../attachments/attach-button.tsx';
import { AttachmentArea } from '../attachments/attachment-area.tsx';
import { AttachmentBar } from '../attachments/attachment-bar.tsx';
import { useAttachments } from '../attachments/use-attachments.ts';
import { isComposing } from '../shell/is-composing.ts';
import { useText } from '../text/use-text.ts';
import { draftOf, onDraftChange, writeDraft } from './state/drafts.ts';

export interface ComposerHandle {
  /** Puts a message behind what stands there, and the cursor behind it. */
  readonly put: (message: SentMessage) => void;
  readonly focus: () => void;
}

export interface ComposerProps {
  readonly ref?: Ref<ComposerHandle>;
  readonly sessionId: string | undefined;
  readonly isAnswering?: boolean;
  readonly isStopping?: boolean;
  /** It is being sent: nothing more can be said until it is. */
  readonly isSending?: boolean;
  readonly onStop?: () => void;
  /** The conversation of files that come before its first message. */
  readonly makeSession?: () => Promise<string>;
  /** True where it is kept elsewhere from here on: then it goes from here, and whoever takes it drops it else. */
  readonly onSend: (message: SentMessage) => boolean;
}

export interface SentMessage {
  readonly text: string;
  /** The files that go with it. */
  readonly attachments: readonly TurnAttachmentBody[];
}

export function Composer(props: ComposerProps): ReactNode {
  const { ref, sessionId, isAnswering = false, isSending = false, onSend } = props;
  const { text } = useText();
  const draft = useSyncExternalStore(onDraftChange, () => draftOf(sessionId));
  const attachments = useAttachments(sessionId, { makeSession: props.makeSession });
  const area = useRef<HTMLTextAreaElement>(null);
  const keys = useId();
  useImperativeHandle(ref, () => ({
    put: ({ text: added, attachments: files }) => {
      const before = draftOf(sessionId);
      writeDraft(sessionId, before.trim() === '' ? added : `${before}\n${added}`.trimEnd());
      attachments.restore(files);
      area.current?.focus();
    },
    focus: () => area.current?.focus(),
  }));
  const isTooLong = draft.length > MOST_TEXT_CHARS;
  const isSaying = draft.trim() !== '' || attachments.files.length > 0;
  const areFilesThere = !attachments.isSending && !attachments.hasFailed;
  const maySend = isSaying && !isTooLong && !isSending && areFilesThere;
  const send = (): void => {
    if (!maySend) return;
    if (!onSend({ text: draft, attachments: attachments.files })) return;
    writeDraft(sessionId, '');
    attachments.clear();
  };
  return (
    <div className="qiao-column qiao-composer-row">
      <AttachmentArea className="qiao-composer" attachments={attachments}>
        <AttachmentBar attachments={attachments} />
        <textarea
          ref={area}
          rows={rowsOf(draft)}
          dir="auto"
          value={draft}
          readOnly={isSending}
          aria-label={text(composerTexts.label())}
          aria-describedby={keys}
          placeholder={text(isAnswering ? composerTexts.followUp() : composerTexts.placeholder())}
          onChange={(event) => writeDraft(sessionId, event.target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            send();
          }}
        />
        <div className="qiao-composer-foot">
          <AttachButton attachments={attachments} isDisabled={isSending} />
          <Keys id={keys} length={draft.length} hasFailed={attachments.hasFailed} />
          <StopButton {...props} />
          <SendButton isDisabled={!maySend} isSending={isSending} onSend={send} />
        </div>
      </AttachmentArea>
    </div>
  );
}

interface KeysProps {
  readonly id: string;
  readonly length: number;
  readonly hasFailed: boolean;
}

/** Which keys send, or why they do not: by how much the text is too long, or a file that is not there. */
function Keys({ id, length, hasFailed }: KeysProps): ReactNode {
  const { text } = useText();
  const isTooLong = length > MOST_TEXT_CHARS;
  const shown = hasFailed ? composerTexts.fileMissing() : composerTexts.keys();
  return (
    <span id={id} className="qiao-keys" data-hint={(!isTooLong && !hasFailed) || undefined}>
      {text(isTooLong ? composerTexts.tooLong(length, MOST_TEXT_CHARS) : shown)}
    </span>
  );
}

interface SendButtonProps {
  readonly isDisabled: boolean;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

function SendButton({ isDisabled, isSending, onSend }: SendButtonProps): ReactNode {
  const { text } = useText();
  return (
    <Tooltip title={text(composerTexts.send())}>
      <Button
        type="primary"
        shape="circle"
        aria-label={text(composerTexts.send())}
        icon={<ArrowUpOutlined />}
        disabled={isDisabled}
        loading={isSending}
        onClick={onSend}
      />
    </Tooltip>
  );
}

function StopButton({ isAnswering, isStopping = false, onStop }: ComposerProps): ReactNode {
  const { text } = useText();
  if (isAnswering !== true || onStop === undefined) return null;
  const label = isStopping ? composerTexts.stopping() : composerTexts.stop();
  return (
    <Button icon={<BorderOutlined aria-hidden />} loading={isStopping} onClick={onStop}>
      {text(label)} <kbd className="q-key">Esc</kbd>
    </Button>
  );
}

/** Enter alone, and not one that an input method takes. */
function isSendKey({
  key,
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
  nativeEvent,
}: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || altKey || ctrlKey || metaKey) return false;
  return !isComposing(nativeEvent);
}

/** For browsers that don't size a field by its content. */
function rowsOf(draft: string): number {
  let rows = 1;
  for (let at = draft.indexOf('\n'); at !== -1 && rows < 8; at = draft.indexOf('\n', at + 1)) {
    rows += 1;
  }
  return rows;
}
