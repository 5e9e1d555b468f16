// The files that go with what a person says.

import { PaperClipOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import { FileCards } from './file-cards.tsx';

export interface SentFilesProps {
  readonly files: readonly TurnAttachmentBody[];
}

/** Nothing where there are none. */
export function SentFiles({ files }: SentFilesProps): ReactNode {
  return (
    <FileCards
      files={files.map(({ id, name, kind, bytes }) => ({
        key: id,
        name,
        kind,
        bytes,
        path: `attachments/${encodeURIComponent(id)}`,
      }))}
      icon={<PaperClipOutlined />}
    />
  );
}
