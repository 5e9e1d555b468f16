// Cuts long Markdown into pieces between its blocks: what the parser takes for a text grows faster than the text.

import { FenceWatch } from './fence-watch.ts';

const PIECE_CHARS = 8000;
/** Signs of emphasis that the parser would look at again and again in one block: some milliseconds for each ten thousand. */
const MOST_LOOKS = 200_000;

export interface MarkdownPiece {
  readonly text: string;
  /** One block that was made to hold the parser up, or looks like it. */
  readonly isHostile: boolean;
}

/** In order; each is Markdown by itself. One block that is longer than all is a piece of its own. */
export function piecesOf(markdown: string): readonly MarkdownPiece[] {
  if (markdown.length <= PIECE_CHARS / 4) return [{ text: markdown, isHostile: false }];
  const pieces: MarkdownPiece[] = [];
  const fences = new FenceWatch(true);
  let piece = '';
  for (const block of markdown.split(/(?<=\n[^\S\n]*\n)(?=\S)/)) {
    const isInside = fences.opening() !== '';
    fences.read(block);
    const isHostile = !isInside && fences.opening() === '' && hasTooManySigns(block);
    if (!isInside && piece !== '' && (isHostile || piece.length + block.length > PIECE_CHARS)) {
      pieces.push({ text: piece, isHostile: false });
      piece = '';
    }
    if (isHostile) pieces.push({ text: block, isHostile });
    else piece += block;
  }
  return piece === '' ? pieces : [...pieces, { text: piece, isHostile: false }];
}

/** For each sign that may end something and ends nothing, the parser goes back over all that may have begun. */
function hasTooManySigns(block: string): boolean {
  const begun = { '*': 0, _: 0 };
  let looks = 0;
  for (const { 0: run, index } of block.matchAll(/\*+|_+/g)) {
    const sign = run.startsWith('*') ? '*' : '_';
    const mayEnd = /\S/.test(block.charAt(index - 1));
    if (mayEnd && begun[sign] > 0) begun[sign] -= 1;
    else {
      if (mayEnd) looks += begun['*'] + begun._;
      if (looks > MOST_LOOKS) return true;
      if (/\S/.test(block.charAt(index + run.length))) begun[sign] += 1;
    }
  }
  return false;
}
