// Files that skills made in a turn.

import { FileOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import type { Artifact } from '../state/turn-state.ts';
import { FileCards } from './file-cards.tsx';

const WORKSPACE = 'workspace:';

export function Artifacts({ artifacts }: { readonly artifacts: readonly Artifact[] }): ReactNode {
  const { text } = useText();
  if (artifacts.length === 0) return null;
  return (
    <div role="group" aria-label={text(viewerTexts.files())}>
      <FileCards
        files={artifacts.map(({ url, name, media, bytes }) => ({
          key: url,
          name,
          kind: media,
          bytes,
          // A file of another place can't be fetched from here.
          path: url.startsWith(WORKSPACE) ? `files/${url.slice(WORKSPACE.length)}` : undefined,
        }))}
        icon={<FileOutlined />}
      />
    </div>
  );
}
