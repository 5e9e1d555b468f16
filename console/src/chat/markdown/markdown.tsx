// Markdown of a reply, made safe; of one that grows only the last piece is read again.

import './markdown.css';
import { memo, useMemo, type ReactNode } from 'react';
import { closeOpenMarks } from './close-open-marks.ts';
import { LongCode } from './long-code.tsx';
import { MarkdownPiece } from './markdown-piece.tsx';
import { splitBlocks } from './split-blocks.ts';
import { useDrawn } from './use-drawn.ts';

export interface MarkdownProps {
  readonly text: string;
  /** More of it is to come. */
  readonly isGrowing?: boolean;
}

/** Code of more characters is shown without colours, in parts that the browser may leave out while they are not seen. */
const LONG_CODE_CHARS = 20_000;

/** Characters that are drawn at once, and left out together by the browser while they are not seen. */
const PART_CHARS = 4000;

export const Markdown = memo(function Markdown({
  text,
  isGrowing = false,
}: MarkdownProps): ReactNode {
  const parts = useMemo(() => partsOf(piecesOf(text, isGrowing)), [text, isGrowing]);
  return (
    <div className="qiao-markdown" dir="auto">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts are only added at the end
        <Part key={index} pieces={part} isLast={index >= parts.length - 2} />
      ))}
    </div>
  );
});

interface PartProps {
  readonly pieces: readonly string[];
  readonly isLast: boolean;
}

const Part = memo(
  function Part({ pieces, isLast }: PartProps): ReactNode {
    const isDrawn = useDrawn(isLast);
    if (!isDrawn) {
      const chars = pieces.reduce((sum, piece) => sum + piece.length, 0);
      return <div className="qiao-part" style={{ height: chars * PIXELS_PER_CHAR }} />;
    }
    return (
      <div className="qiao-part" data-last={isLast || undefined}>
        {pieces.map((piece, index) => drawnPiece(piece, index))}
      </div>
    );
  },
  (before, after) =>
    before.isLast === after.isLast &&
    before.pieces.length === after.pieces.length &&
    before.pieces.every((piece, index) => piece === after.pieces[index]),
);

/** Of text in a column, about. */
const PIXELS_PER_CHAR = 0.5;

/** The parts before the last stay the same while pieces are added. */
function partsOf(pieces: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let chars = PART_CHARS;
  for (const piece of pieces) {
    if (chars >= PART_CHARS) {
      parts.push([]);
      chars = 0;
    }
    parts.at(-1)?.push(piece);
    chars += piece.length;
  }
  return parts;
}

/** Pieces are only added at the end. */
function drawnPiece(piece: string, index: number): ReactNode {
  return piece.length > LONG_CODE_CHARS && /^ {0,3}(?:```|~~~)/.test(piece) ? (
    <LongCode key={`code ${index}`} fenced={piece} />
  ) : (
    <MarkdownPiece key={index} text={piece} />
  );
}

function piecesOf(text: string, isGrowing: boolean): readonly string[] {
  const pieces = splitBlocks(text);
  const last = pieces.at(-1);
  return isGrowing && last !== undefined ? [...pieces.slice(0, -1), closeOpenMarks(last)] : pieces;
}
