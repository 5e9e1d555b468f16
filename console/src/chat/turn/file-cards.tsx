// Files as cards: what they are called, what they are, how large, and a way to get them. Pictures are seen above them.

import type { ReactNode } from 'react';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { byteText } from './byte-text.ts';
import { isShownPicture, Pictures } from './pictures.tsx';

export interface FileCardsProps {
  readonly files: readonly FileCard[];
  readonly icon: ReactNode;
}

interface FileCard {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly bytes: number;
  /** Below the conversation's own address; undefined where it can't be fetched. */
  readonly path: string | undefined;
}

export function FileCards({ files, icon }: FileCardsProps): ReactNode {
  const { text } = useText();
  const { sessionId } = useConversationPlace();
  if (files.length === 0) return null;
  const placed = files.map((file) => ({
    ...file,
    address:
      file.path === undefined
        ? undefined
        : `/api/sessions/${encodeURIComponent(sessionId)}/${file.path}`,
  }));
  return (
    <>
      <Pictures pictures={placed.filter(isShownPicture)} />
      <ul className="qiao-files">
        {placed.map(({ key, name, bytes, address }) => {
          const inner = (
            <>
              <span className="qiao-file-icon" aria-hidden="true">
                {icon}
              </span>
              <span className="qiao-file-name" dir="auto" title={name}>
                {name}
              </span>
              <span className="qiao-file-facts">
                <bdi>{kindOf(name, text(viewerTexts.file()))}</bdi> · {byteText(bytes)}
              </span>
            </>
          );
          return (
            <li key={key}>
              {address === undefined ? (
                <span className="qiao-file">{inner}</span>
              ) : (
                <a className="qiao-file" href={address} download={name}>
                  {inner}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** `report.csv` as CSV; a name without an ending that says something is a file. */
function kindOf(name: string, plain: string): string {
  return /[^.]\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? plain;
}
