// A page of a stored result's text by characters (UTF-16 units), from the place of the index that is nearest.

import { cutText } from '#base/cut-text.ts';
import { isIndexChild, type IndexNode, type IndexRun } from '#features/results/index.ts';
import { nextOffset, type AskedPage, type ReadPage } from './asked-page.ts';
import { textThatFits } from './page.ts';

const PIECE_BYTES = 256 * 1024;

type Checkpoint = Pick<IndexRun, 'at' | 'atChar'>;

/** Without an index it is read from the beginning, and how long it is is told at the end. */
export async function readRaw({
  root,
  ...asked
}: Omit<AskedPage, 'root'> & { readonly root: IndexNode | undefined }): Promise<ReadPage> {
  const { file, offset, limit, room } = asked;
  const wanted = Math.min(limit, room);
  const start = nearest(root, offset);
  // A mark in the middle of a file is a character like others.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let seen = start.atChar;
  let text = '';
  let at = start.at;
  while (at < file.bytes && text.length <= wanted) {
    const end = Math.min(file.bytes, at + PIECE_BYTES);
    const piece = decoder.decode(await file.read(at, end), { stream: true });
    text += piece.slice(Math.max(0, offset - seen));
    seen += piece.length;
    at = end;
  }
  const total = root?.chars ?? (at >= file.bytes ? seen : Infinity);
  const shown = textThatFits(cutText(text, wanted), room);
  const next_offset = nextOffset(asked, { given: shown.length, total });
  return {
    data: {
      text: shown,
      first: offset,
      next_offset,
      ...(Number.isFinite(total) && { total_characters: total }),
    },
    warnings: [],
  };
}

function nearest(root: IndexNode | undefined, offset: number): Checkpoint {
  let best: Checkpoint = { at: 0, atChar: 0 };
  const look = (node: IndexNode) => {
    for (const part of node.parts) {
      if (isIndexChild(part)) look(part.node);
      else if (part.atChar > offset) return;
      else if (part.atChar > best.atChar) best = part;
    }
  };
  if (root !== undefined) look(root);
  return best;
}
