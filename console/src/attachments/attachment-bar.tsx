// The files that go with the message, each with what it is, how large, how far, and a way to take it back.

import './attachments.css';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { useText } from '../text/use-text.ts';
import { AttachmentChip } from './attachment-chip.tsx';
import type { Attachments } from './use-attachments.ts';

export interface AttachmentBarProps {
  readonly attachments: Attachments;
}

/** Nothing where there are none. */
export function AttachmentBar({ attachments }: AttachmentBarProps): ReactNode {
  const { text } = useText();
  const { drafts, problem, remove, retry } = attachments;
  return (
    <>
      {problem !== undefined && (
        <Alert type="warning" showIcon title={problem} className="qiao-attach-problem" />
      )}
      {drafts.length > 0 && (
        <ul className="qiao-attach-list" aria-label={text(attachTexts.list())}>
          {drafts.map((draft) => (
            <AttachmentChip
              key={draft.key}
              draft={draft}
              onRemove={() => remove(draft.key)}
              onRetry={() => retry(draft.key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
