// The files that go with what a person says.

import { PaperClipOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { FileCards } from './file-cards.tsx';

export interface SentFilesProps {
  readonly files: readonly TurnAttachmentBody[];
}

/** Nothing where there are none. */
export function SentFiles({ files }: SentFilesProps): ReactNode {
  const { sessionId } = useConversationPlace();
  const addressOf = (id: string): string =>
    `/api/sessions/${encodeURIComponent(sessionId)}/attachments/${encodeURIComponent(id)}`;
  return (
    <FileCards
      files={files.map(({ id, name, kind, bytes }) => ({
        key: id,
        name,
        kind,
        bytes,
        saved: addressOf(id),
        shown: addressOf(id),
      }))}
      icon={<PaperClipOutlined />}
    />
  );
}
