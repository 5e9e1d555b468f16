// Files as cards: what they are called, what they are, how large, and a way to get them. Pictures are seen above them.

import type { ReactNode } from 'react';
import { viewerTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../../text/use-text.ts';
import { byteText } from './byte-text.ts';
import { isShownPicture, Pictures } from './pictures.tsx';

export interface FileCardsProps {
  readonly files: readonly FileCard[];
  readonly icon: ReactNode;
}

export interface FileCard {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly bytes: number;
  /** Where it is to be saved from; undefined where it can't be fetched. */
  readonly saved: string | undefined;
  /** Where it is to be shown from. */
  readonly shown: string | undefined;
}

export function FileCards({ files, icon }: FileCardsProps): ReactNode {
  const { text } = useText();
  if (files.length === 0) return null;
  return (
    <>
      <Pictures pictures={files.filter(isShownPicture)} />
      <ul className="qiao-files">
        {files.map(({ key, name, bytes, saved }) => {
          const inner = (
            <>
              <span className="qiao-file-icon" aria-hidden="true">
                {icon}
              </span>
              <span className="qiao-file-name" dir="auto" title={name}>
                {name}
              </span>
              <span className="qiao-file-facts">
                <bdi>{endingOf(name) ?? text(viewerTexts.file())}</bdi> · {byteText(bytes)}
              </span>
            </>
          );
          return (
            <li key={key}>
              {saved === undefined ? (
                <span className="qiao-file">{inner}</span>
              ) : (
                <a className="qiao-file" href={saved} download={name}>
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

/** `report.csv` as CSV; undefined for a name without an ending that says something. */
export function endingOf(name: string): string | undefined {
  return /[^.]\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
}
