// Cuts long Markdown into pieces between its blocks: what the parser takes for a text grows faster than the text.

import { FenceWatch } from './fence-watch.ts';

const PIECE_CHARS = 8000;

/** In order; each is Markdown by itself. One block that is longer than all is a piece of its own. */
export function piecesOf(markdown: string): readonly string[] {
  if (markdown.length <= PIECE_CHARS) return [markdown];
  const pieces: string[] = [];
  const fences = new FenceWatch(true);
  let piece = '';
  for (const block of markdown.split(/(?<=\n[^\S\n]*\n)(?=\S)/)) {
    const isInside = fences.opening() !== '';
    if (!isInside && piece !== '' && piece.length + block.length > PIECE_CHARS) {
      pieces.push(piece);
      piece = '';
    }
    piece += block;
    fences.read(block);
  }
  return [...pieces, piece];
}
