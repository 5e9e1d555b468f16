// Files that skills made in a turn: seen where that can be, to be saved, and told where one did not arrive.

import './artifacts.css';
import { FileOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import type { Artifact } from '../state/turn-state.ts';
import { FileCards, type FileCard } from '../turn/file-cards.tsx';
import { ArtifactCard } from './artifact-card.tsx';
import { addressesOf, isDelivered, previewKindOf, type PreviewKind } from './artifact-kind.ts';

/** Nothing where there are none. */
export function Artifacts({ artifacts }: { readonly artifacts: readonly Artifact[] }): ReactNode {
  const { text } = useText();
  const { sessionId } = useConversationPlace();
  const kept = artifacts.filter(({ state }) => state === 'kept');
  if (kept.length === 0) return null;
  const previewed = kept.flatMap((artifact) => {
    if (!isDelivered(artifact)) return [];
    const kind = previewKindOf(artifact);
    return kind === undefined ? [] : [{ artifact, kind }];
  });
  const seen = new Set(previewed.map(({ artifact }) => artifact.url));
  const others = kept.filter(({ url }) => !seen.has(url));
  return (
    <div className="qiao-artifacts" role="group" aria-label={text(viewerTexts.files())}>
      <FileCards
        files={others.map((artifact) => cardOf(artifact, sessionId))}
        icon={<FileOutlined />}
      />
      {[previewed.filter(isInPlace), previewed.filter((file) => !isInPlace(file))].map(
        (files, index) =>
          files.length > 0 && (
            // oxlint-disable-next-line react/no-array-index-key -- there are two: what is high, and what is low
            <ul key={index} className="qiao-previews">
              {files.map(({ artifact, kind }) => (
                <li key={artifact.url}>
                  <ArtifactCard artifact={artifact} kind={kind} />
                </li>
              ))}
            </ul>
          ),
      )}
    </div>
  );
}

function cardOf(artifact: Artifact, sessionId: string): FileCard {
  const { url: key, name, media: kind, bytes } = artifact;
  const { saved, shown } = addressesOf(artifact, sessionId);
  return { key, name, kind, bytes, saved, shown };
}

/** As high as its preview; the others are a line. */
function isInPlace({ kind }: { readonly kind: PreviewKind }): boolean {
  return kind === 'table' || kind === 'text' || kind === 'video';
}
