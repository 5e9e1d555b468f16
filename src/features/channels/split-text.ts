// Splits a text into messages that a channel takes, at places where a person would pause.

import type { TextLimit } from './channel-adapter.ts';
import { FenceWatch } from './fence-watch.ts';
import { fullAt, measureText } from './measure-text.ts';

export interface SplitOptions {
  readonly limit: TextLimit;
  /** A block of code that is split is closed, and opened again in the next message. */
  readonly isMarkdown: boolean;
}

/**
 * No message is blank or longer than the limit, or begins or ends inside a character as people see it where that can be
 * avoided. Together they are the text, but for blank lines and blanks where it was split.
 */
export function splitText(text: string, { limit, isMarkdown }: SplitOptions): readonly string[] {
  const parts: string[] = [];
  const fences = new FenceWatch(isMarkdown);
  let from = 0;
  while (from < text.length) {
    const opening = fences.opening();
    const room = { ...limit, most: limit.most - measureText(opening, limit.unit) };
    const to = endOfPart(text, from, { room, fences });
    const piece = text.slice(from, to);
    fences.read(piece);
    const part = `${opening}${piece.trimEnd()}${fences.closing()}`;
    if (piece.trim() !== '') parts.push(part);
    from = skipBlankLines(text, to);
  }
  return parts;
}

function endOfPart(
  text: string,
  from: number,
  { room, fences }: { readonly room: TextLimit; readonly fences: FenceWatch },
): number {
  const whole = fullAt(text, from, room);
  if (whole === text.length && fences.closingAfter(text.slice(from)) === '') return whole;
  // Wherever in here it is split, the longest fence of it may have to be closed.
  const reserve = measureText(fences.longestClosing(text.slice(from, whole)), room.unit);
  const full = fullAt(text, from, { ...room, most: Math.max(room.most - reserve, 1) });
  // However narrow the limit is, it goes on.
  if (full <= from) return from + widthOf(text, from);
  return full === text.length ? full : goodPlace(text, from, full);
}

function widthOf(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** The better the place, the shorter a message may get for it. */
const PLACES: readonly { readonly ends: RegExp; readonly leastShare: number }[] = [
  { ends: /\n[^\S\n]*\n/g, leastShare: 0.4 },
  { ends: /\n/g, leastShare: 0.5 },
  { ends: /[。！？!?…；]["'”’」』）)]*|[.;]["')]*(?=\s)/g, leastShare: 0.6 },
  { ends: /[，、：]|\s/g, leastShare: 0.7 },
];

function goodPlace(text: string, from: number, full: number): number {
  if (text[full] === '\n') return full;
  for (const { ends, leastShare } of PLACES) {
    const least = from + Math.ceil((full - from) * leastShare);
    // With one character more: what comes behind a full stop says whether it is one.
    const last = lastEnd(text.slice(least, full + 1), ends, full - least);
    if (last > 0) return least + last;
  }
  return characterBefore(text, from, full);
}

/** What belongs to the character before it: accents, and the signs that make a picture or a key of it. */
const GOES_ON = /^[\p{M}\p{Emoji_Modifier}\u200D]/u;

/** Where the last match ends that does so by `most`; 0 where there is none. */
function lastEnd(window: string, ends: RegExp, most: number): number {
  let last = 0;
  for (const match of window.matchAll(ends)) {
    const end = match.index + match[0].length;
    if (end <= most && !GOES_ON.test(window.slice(end, end + 2))) last = end;
  }
  return last;
}

const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** No character that people see is longer. */
const LONGEST_CHARACTER = 64;

/** From the beginning of the message: where flags begin depends on all before them. */
function characterBefore(text: string, from: number, full: number): number {
  const around = text.slice(from, full + LONGEST_CHARACTER);
  const start = CHARACTERS.segment(around).containing(full - from)?.index ?? 0;
  return start > 0 ? from + start : full;
}

function skipBlankLines(text: string, at: number): number {
  const blank = /(?:[^\S\n]*\n)+/y;
  blank.lastIndex = at;
  return blank.test(text) ? blank.lastIndex : at;
}
