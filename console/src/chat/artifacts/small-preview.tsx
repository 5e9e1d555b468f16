// What is seen of a file in the conversation: a player, the first rows, the first lines.

import { Button, Spin } from 'antd';
import { useState, type ReactNode } from 'react';
import { cutText } from '#base/cut-text.ts';
import type { PreviewBody } from '#contract/api/artifact-routes.ts';
import { artifactViewTexts } from '#contract/texts/console-artifact-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../../text/use-text.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { deliveredAt, type DeliveredArtifact, type PreviewedArtifact } from './artifact-kind.ts';
import { TablePreview } from './table-preview.tsx';
import { usePreview } from './use-preview.ts';

/** What fills the room; the rest is seen when it is opened. */
const SHOWN = { rows: 20, columns: 12 };
const SHOWN_CHARS = 1200;

export function SmallPreview({ artifact, kind }: PreviewedArtifact): ReactNode {
  return kind === 'audio' || kind === 'video' ? (
    <Player artifact={artifact} kind={kind} />
  ) : (
    <Excerpt artifact={artifact} />
  );
}

interface PlayerProps {
  readonly artifact: DeliveredArtifact;
  readonly kind: 'audio' | 'video';
}

function Player({ artifact, kind }: PlayerProps): ReactNode {
  const { text } = useText();
  const [isBroken, setBroken] = useState(false);
  const { shown } = deliveredAt(artifact.id);
  if (isBroken) return <p className="qiao-preview-word">{text(artifactViewTexts.notPlayed())}</p>;
  const given = {
    src: shown,
    controls: true,
    preload: 'metadata',
    'aria-label': artifact.name,
    onError: () => setBroken(true),
  } as const;
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written any for what a skill made
  return kind === 'audio' ? <audio {...given} /> : <video {...given} playsInline />;
}

function Excerpt({ artifact }: { readonly artifact: DeliveredArtifact }): ReactNode {
  const { text } = useText();
  const { data, error, refetch, isFetching } = usePreview(artifact.id);
  if (error !== null && data === undefined) {
    return (
      <div className="qiao-preview-word" role="alert">
        <span>
          {text(artifactViewTexts.notLoaded())} · {text(error.text)}
        </span>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {text(frameTexts.retry())}
        </Button>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div className="qiao-preview-word">
        <Spin size="small" />
        <span className="q-unseen">{text(artifactViewTexts.loading())}</span>
      </div>
    );
  }
  return <ExcerptOf preview={data} name={artifact.name} />;
}

interface ExcerptOfProps {
  readonly preview: PreviewBody;
  readonly name: string;
}

function ExcerptOf({ preview, name }: ExcerptOfProps): ReactNode {
  const { text } = useText();
  switch (preview.kind) {
    case 'table':
      return <TablePreview table={preview} name={name} most={SHOWN} />;
    case 'text': {
      const shown = cutText(preview.text, SHOWN_CHARS);
      if (shown.trim() === '')
        return <p className="qiao-preview-word">{text(artifactViewTexts.emptyText())}</p>;
      // Nothing in it is to be reached: it is all there when it is opened.
      return (
        <div className="qiao-preview-excerpt" inert>
          {preview.format === 'markdown' ? (
            <Markdown text={shown} />
          ) : (
            <pre dir="auto">{shown}</pre>
          )}
        </div>
      );
    }
    default:
      return (
        <p className="qiao-preview-word">{preview.reason ?? text(artifactViewTexts.noPreview())}</p>
      );
  }
}
