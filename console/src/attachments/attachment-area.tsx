// Around the composer: files that are dropped or pasted there are attached.

import './attachments.css';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { useText } from '../text/use-text.ts';
import { droppedFiles, pastedFiles } from './given-files.ts';
import type { Attachments } from './use-attachments.ts';

export interface AttachmentAreaProps {
  readonly attachments: Attachments;
  readonly className?: string;
  readonly children: ReactNode;
}

export function AttachmentArea(props: AttachmentAreaProps): ReactNode {
  const { attachments, className = '', children } = props;
  const { text } = useText();
  const [isOver, setOver] = useState(false);
  /** Every element inside tells of coming and going. */
  const depth = useRef(0);
  const leave = (): void => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <div
      className={`qiao-attach-area ${className}`}
      onDragEnter={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave();
        const { files, folder } = droppedFiles(event.dataTransfer);
        if (files.length > 0) attachments.add(files);
        if (folder !== undefined) attachments.refuse(text(attachTexts.folder(folder)));
      }}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        attachments.add(files);
      }}
    >
      {children}
      {isOver && <div className="qiao-attach-drop">{text(attachTexts.dropHere())}</div>}
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}
