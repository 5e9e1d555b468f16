// Writes a value as JSON in pieces, the same text as `JSON.stringify` gives, and notes where its items lie (OFF-07).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { jsonRoom } from './json-size.ts';
import type { IndexNode, IndexPart } from './result-index.ts';

/** Characters of items that are written, and later read, together. */
const RUN_CHARS = 64 * 1024;
/** What came out longer than this is written again, item by item. */
const MOST_RUN_CHARS = 4 * RUN_CHARS;
const GROWTH = 16;

/** Takes the next piece and answers how many bytes it has in UTF-8. */
export type PieceWriter = (piece: string) => number;

/** What is large in `value` is a node of its own; everything else is found in a run of about 64 KB. */
export function writeIndexedJson(value: JsonObject, write: PieceWriter): IndexNode {
  return writeNode({ write, bytes: 0, chars: 0, isCareful: false }, value);
}

interface Pen {
  readonly write: PieceWriter;
  bytes: number;
  chars: number;
  /** Sizes are looked at before anything is written: one large item among small ones costs its text once, not at each level. */
  isCareful: boolean;
}

function put(pen: Pen, piece: string): void {
  pen.bytes += pen.write(piece);
  pen.chars += piece.length;
}

type Large = string | readonly JsonValue[] | JsonObject;

function writeNode(pen: Pen, value: Large): IndexNode {
  const { bytes: at, chars } = pen;
  const parts: IndexPart[] = [];
  const written = writeParts(pen, value, parts);
  return { ...written, at, end: pen.bytes, chars: pen.chars - chars, parts };
}

function writeParts(pen: Pen, value: Large, parts: IndexPart[]): Pick<IndexNode, 'kind' | 'count'> {
  if (typeof value === 'string') {
    put(pen, '"');
    writeText(pen, value, parts);
    put(pen, '"');
    return { kind: 'text', count: value.length };
  }
  if (isJsonObject(value)) {
    put(pen, '{');
    const count = writeEntries(pen, value, parts);
    put(pen, '}');
    return { kind: 'object', count };
  }
  put(pen, '[');
  writeItems(pen, value, parts);
  put(pen, ']');
  return { kind: 'list', count: value.length };
}

function writeText(pen: Pen, text: string, parts: IndexPart[]): void {
  for (let first = 0; first < text.length;) {
    let end = Math.min(first + RUN_CHARS, text.length);
    const last = text.charCodeAt(end - 1);
    // A pair that is cut would be written as two escapes, and be none of the text any more.
    if (end < text.length && last >= 0xd8_00 && last <= 0xdb_ff) end -= 1;
    const json = JSON.stringify(text.slice(first, end));
    putRun(pen, { text: json.slice(1, -1), first, count: end - first }, parts);
    first = end;
  }
}

function writeItems(pen: Pen, list: readonly JsonValue[], parts: IndexPart[]): void {
  let guess = 1;
  for (let first = 0; first < list.length;) {
    const looks = pen.isCareful || guess === 1;
    const count = looks
      ? smallItems(list, first, pen.isCareful ? Infinity : 1)
      : Math.min(guess, list.length - first);
    if (count === 0) {
      separate(pen, first);
      parts.push({ first, node: writeNode(pen, largeAt(list, first)) });
      first += 1;
      guess = 1;
      continue;
    }
    const json = JSON.stringify(list.slice(first, first + count));
    if (json.length > MOST_RUN_CHARS && count > 1 && !pen.isCareful) {
      pen.isCareful = true;
      continue;
    }
    separate(pen, first);
    putRun(pen, { text: json.slice(1, -1), first, count }, parts);
    first += count;
    guess = Math.max(1, Math.floor(count * Math.min(GROWTH, RUN_CHARS / json.length)));
  }
}

/** Answers how many there are. */
function writeEntries(pen: Pen, object: JsonObject, parts: IndexPart[]): number {
  let run = '';
  let first = 0;
  let index = 0;
  const flush = () => {
    if (index === first) return;
    separate(pen, first);
    putRun(pen, { text: run, first, count: index - first }, parts);
    run = '';
    first = index;
  };
  for (const [key, value] of Object.entries(object)) {
    const name = `${JSON.stringify(key)}:`;
    if (isLarge(value)) {
      flush();
      separate(pen, index);
      put(pen, name);
      parts.push({ first: index, key, node: writeNode(pen, value) });
      index += 1;
      first = index;
      continue;
    }
    run += `${index === first ? '' : ','}${name}${JSON.stringify(value)}`;
    index += 1;
    if (run.length >= RUN_CHARS) flush();
  }
  flush();
  return index;
}

function separate(pen: Pen, index: number): void {
  if (index > 0) put(pen, ',');
}

function putRun(
  pen: Pen,
  run: { readonly text: string; readonly first: number; readonly count: number },
  parts: IndexPart[],
): void {
  const { bytes: at, chars: atChar } = pen;
  put(pen, run.text);
  parts.push({ first: run.first, count: run.count, at, end: pen.bytes, atChar });
}

/** How many items from `first` on make a run; 0 where the first one is large. */
function smallItems(list: readonly JsonValue[], first: number, most: number): number {
  let room = RUN_CHARS;
  let count = 0;
  for (let index = first; index < list.length && count < most; index += 1) {
    room = jsonRoom(list[index] ?? null, room);
    if (room < 0) break;
    count += 1;
  }
  return count > 0 || !isLarge(list[first] ?? null) ? Math.max(1, count) : 0;
}

function largeAt(list: readonly JsonValue[], index: number): Large {
  const item = list[index] ?? null;
  return typeof item === 'object' && item !== null ? item : String(item);
}

/** Only what has parts can be. */
function isLarge(value: JsonValue): value is Large {
  return jsonRoom(value, RUN_CHARS) < 0;
}
