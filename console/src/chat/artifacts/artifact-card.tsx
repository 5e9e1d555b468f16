// One file with what can be seen of it: the room for that is there before it is loaded, so that nothing moves.

import {
  DownloadOutlined,
  ExpandAltOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  Html5Outlined,
  SoundOutlined,
  TableOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { lazy, Suspense, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { artifactViewTexts } from '#contract/texts/console-artifact-texts.ts';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { IconButton } from '../icon-button.tsx';
import { byteText } from '../turn/byte-text.ts';
import { endingOf } from '../turn/file-cards.tsx';
import { deliveredAt, type PreviewedArtifact, type PreviewKind } from './artifact-kind.ts';
import { useNear } from './use-near.ts';

const SmallPreview = lazy(async () => ({
  default: (await import('./small-preview.tsx')).SmallPreview,
}));
const LargePreview = lazy(async () => ({
  default: (await import('./large-preview.tsx')).LargePreview,
}));

const ICONS: Readonly<Record<PreviewKind, ComponentType>> = {
  audio: SoundOutlined,
  video: VideoCameraOutlined,
  pdf: FilePdfOutlined,
  frame: Html5Outlined,
  table: TableOutlined,
  text: FileTextOutlined,
};

/** What is seen in the conversation itself; of the others when they are opened. */
const IN_PLACE: ReadonlySet<PreviewKind> = new Set(['audio', 'video', 'table', 'text']);
/** What is larger when it is opened; players are as large as they make themselves. */
const OPENED: ReadonlySet<PreviewKind> = new Set(['pdf', 'frame', 'table', 'text']);

export function ArtifactCard({ artifact, kind }: PreviewedArtifact): ReactNode {
  const { text } = useText();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box);
  const [isOpen, setOpen] = useState(false);
  const { name, bytes } = artifact;
  const { saved } = deliveredAt(artifact.id);
  const Icon = ICONS[kind] ?? FileOutlined;
  const ending = endingOf(name) ?? text(viewerTexts.file());
  return (
    <figure className="qiao-preview" data-kind={kind}>
      {IN_PLACE.has(kind) && (
        <div className="qiao-preview-box" ref={box}>
          {isNear && (
            <Suspense fallback={null}>
              <SmallPreview artifact={artifact} kind={kind} />
            </Suspense>
          )}
        </div>
      )}
      <figcaption className="qiao-preview-foot">
        <span className="qiao-file-icon" aria-hidden="true">
          <Icon />
        </span>
        <span className="qiao-file-name" dir="auto" title={name}>
          {name}
        </span>
        <span className="qiao-file-facts">
          <bdi>{ending}</bdi> · {byteText(bytes)}
        </span>
        <span className="qiao-preview-actions">
          {OPENED.has(kind) && (
            <IconButton
              label={text(artifactViewTexts.open(name))}
              icon={<ExpandAltOutlined />}
              onClick={() => setOpen(true)}
            />
          )}
          <a
            className="qiao-icon"
            href={saved}
            download={name}
            aria-label={text(artifactViewTexts.download(name))}
            title={text(artifactViewTexts.download(name))}
          >
            <DownloadOutlined />
          </a>
        </span>
      </figcaption>
      {isOpen && (
        <Suspense fallback={null}>
          <LargePreview artifact={artifact} kind={kind} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </figure>
  );
}
