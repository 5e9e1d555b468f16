// A file's preview as large as the page allows; markup and PDF in a frame of their own, where they reach nothing of the page.

import { Button, Modal, Spin } from 'antd';
import type { ReactNode } from 'react';
import type { PreviewBody } from '#contract/api/artifact-routes.ts';
import { artifactViewTexts } from '#contract/texts/console-artifact-texts.ts';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { LongText } from '../markdown/long-code.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { deliveredAt, type DeliveredArtifact, type PreviewedArtifact } from './artifact-kind.ts';
import { TablePreview } from './table-preview.tsx';
import { usePreview } from './use-preview.ts';

export interface LargePreviewProps extends PreviewedArtifact {
  readonly onClose: () => void;
}

export function LargePreview({ artifact, kind, onClose }: LargePreviewProps): ReactNode {
  const { text } = useText();
  const { saved } = deliveredAt(artifact.id);
  return (
    <Modal
      open
      onCancel={onClose}
      title={<bdi className="qiao-picture-name">{artifact.name}</bdi>}
      width="min(1200px, calc(100vw - 32px))"
      centered
      footer={
        <Button href={saved} download={artifact.name}>
          {text(viewerTexts.save())}
        </Button>
      }
    >
      <div className="qiao-preview-large">
        {kind === 'pdf' || kind === 'frame' ? (
          <Framed artifact={artifact} kind={kind} />
        ) : (
          <Whole artifact={artifact} />
        )}
      </div>
    </Modal>
  );
}

interface FramedProps {
  readonly artifact: DeliveredArtifact;
  readonly kind: 'pdf' | 'frame';
}

function Framed({ artifact, kind }: FramedProps): ReactNode {
  const { text } = useText();
  const { shown } = deliveredAt(artifact.id);
  if (kind === 'frame') {
    return (
      <>
        <p className="qiao-preview-note">{text(artifactViewTexts.sandboxed())}</p>
        {/* Nothing is allowed: no script, no form, no other page, and an origin that is nobody's. */}
        <iframe className="qiao-preview-frame" sandbox="" src={shown} title={artifact.name} />
      </>
    );
  }
  if (!navigator.pdfViewerEnabled) {
    return (
      <div className="qiao-preview-word">
        <span>{text(artifactViewTexts.noPdf())}</span>
        <Button href={shown} target="_blank" rel="noopener">
          {text(artifactViewTexts.openTab())}
        </Button>
      </div>
    );
  }
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers' own PDF viewers, which run apart from any page, show none in a sandbox
  return <iframe className="qiao-preview-frame" src={shown} title={artifact.name} />;
}

function Whole({ artifact }: { readonly artifact: DeliveredArtifact }): ReactNode {
  const { data, error, refetch, isFetching } = usePreview(artifact.id);
  if (data !== undefined) return <WholeOf preview={data} name={artifact.name} />;
  if (error !== null)
    return <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return <Spin />;
}

interface WholeOfProps {
  readonly preview: PreviewBody;
  readonly name: string;
}

function WholeOf({ preview, name }: WholeOfProps): ReactNode {
  const { text } = useText();
  switch (preview.kind) {
    case 'table':
      return <TablePreview table={preview} name={name} />;
    case 'text':
      return (
        <>
          {preview.is_cut && <p className="qiao-preview-note">{text(artifactViewTexts.cut())}</p>}
          {preview.format === 'markdown' ? (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
            <div className="qiao-preview-read" role="group" aria-label={name} tabIndex={0}>
              <Markdown text={preview.text} />
            </div>
          ) : (
            <LongText text={preview.text} />
          )}
        </>
      );
    default:
      return (
        <p className="qiao-preview-word">{preview.reason ?? text(artifactViewTexts.noPreview())}</p>
      );
  }
}
