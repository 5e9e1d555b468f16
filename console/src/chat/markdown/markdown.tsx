// Markdown of a reply, made safe; of one that grows only the last piece is read again.

import './markdown.css';
import { memo, useMemo, type ReactNode } from 'react';
import { closeOpenMarks } from './close-open-marks.ts';
import { LongCode } from './long-code.tsx';
import { MarkdownPiece } from './markdown-piece.tsx';
import { splitBlocks } from './split-blocks.ts';

export interface MarkdownProps {
  readonly text: string;
  /** More of it is to come. */
  readonly isGrowing?: boolean;
}

/** Code of more characters is shown without colours, in parts that the browser may leave out while they are not seen. */
const LONG_CODE_CHARS = 20_000;

export const Markdown = memo(function Markdown({
  text,
  isGrowing = false,
}: MarkdownProps): ReactNode {
  const pieces = useMemo(() => piecesOf(text, isGrowing), [text, isGrowing]);
  return (
    <div className="qiao-markdown" dir="auto">
      {pieces.map((piece, index) =>
        piece.length > LONG_CODE_CHARS && /^ {0,3}(?:```|~~~)/.test(piece) ? (
          // oxlint-disable-next-line react/no-array-index-key -- pieces are only added at the end
          <LongCode key={index} fenced={piece} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- pieces are only added at the end
          <MarkdownPiece key={index} text={piece} />
        ),
      )}
    </div>
  );
});

function piecesOf(text: string, isGrowing: boolean): readonly string[] {
  const pieces = splitBlocks(text);
  const last = pieces.at(-1);
  return isGrowing && last !== undefined ? [...pieces.slice(0, -1), closeOpenMarks(last)] : pieces;
}
