// Around the composer: files that are pasted there, or dropped anywhere on the page, are attached.

import './attachments.css';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
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
  const isOver = useFileDrop((data) => {
    const { files, folder } = droppedFiles(data);
    if (files.length > 0) attachments.add(files);
    if (folder !== undefined) attachments.refuse(text(attachTexts.folder(folder)));
  });
  return (
    <div
      className={`qiao-attach-area ${className}`}
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

/** On the whole page: a file that is dropped beside the field would else take the page's place. */
function useFileDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    // Every element tells of coming and going.
    let depth = 0;
    const come = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const stay = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      take(event.dataTransfer);
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener('dragenter', come, { signal });
    document.addEventListener('dragover', stay, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => leaving.abort();
  }, []);
  return isOver;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
