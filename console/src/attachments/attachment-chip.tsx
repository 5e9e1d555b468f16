// One file that goes with a message.

import { CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { byteText } from '../chat/turn/byte-text.ts';
import { useText } from '../text/use-text.ts';
import type { AttachmentDraft } from './attachment-draft.ts';
import { FileIcon } from './file-icon.tsx';

export interface AttachmentChipProps {
  readonly draft: AttachmentDraft;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

export function AttachmentChip(props: AttachmentChipProps): ReactNode {
  const { name, status, sent, uploaded, mediaType } = props.draft;
  return (
    <li className={`qiao-attach-chip qiao-attach-${status}`}>
      <FileIcon mediaType={uploaded?.media_type ?? mediaType} />
      <div className="qiao-attach-body">
        <span className="qiao-attach-name" dir="auto" title={name}>
          {name}
        </span>
        <span className="qiao-attach-state">
          <State draft={props.draft} />
        </span>
        {status === 'sending' && (
          <Progress
            percent={Math.round(sent * 100)}
            size={{ height: 3 }}
            showInfo={false}
            aria-label={name}
          />
        )}
        <Told draft={props.draft} />
      </div>
      <Actions {...props} />
    </li>
  );
}

function Actions({ draft, onRemove, onRetry }: AttachmentChipProps): ReactNode {
  const { text } = useText();
  const { name, status, mayRetry = false } = draft;
  const isUnderWay = status === 'waiting' || status === 'sending';
  const removal = isUnderWay ? attachTexts.cancel(name) : attachTexts.remove(name);
  return (
    <>
      {status === 'failed' && mayRetry && (
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined />}
          aria-label={text(attachTexts.retry(name))}
          onClick={onRetry}
        />
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={text(removal)}
        onClick={onRemove}
      />
    </>
  );
}

/** Why it failed and what to do, or what to know of it now that it is there. */
function Told({ draft }: { readonly draft: AttachmentDraft }): ReactNode {
  const { problem, note, status } = draft;
  const told = problem ?? note ?? '';
  if (told === '') return null;
  return (
    <span className="qiao-attach-told" role={status === 'failed' ? 'alert' : 'status'}>
      {told}
    </span>
  );
}

function State({ draft }: { readonly draft: AttachmentDraft }): ReactNode {
  const { text } = useText();
  const size = byteText(draft.bytes);
  if (draft.status === 'waiting') return `${size} · ${text(attachTexts.waiting())}`;
  if (draft.status !== 'sending') return size;
  const percent = Math.floor(draft.sent * 100);
  const how = percent >= 100 ? attachTexts.storing() : attachTexts.sending(percent);
  return `${size} · ${text(how)}`;
}
