// How long a text is as a platform counts it, and how much of it fits.

import type { TextLimit, TextUnit } from './channel-adapter.ts';

export function measureText(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'utf-16':
      return text.length;
    case 'code-points':
      return Array.from(text).length;
    case 'bytes':
      return Buffer.byteLength(text);
    default:
      return unit satisfies never;
  }
}

/** Where in `text` a message that begins at `from` is full: never inside a code point. */
export function fullAt(text: string, from: number, { most, unit }: TextLimit): number {
  let at = from;
  let used = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    const units = point > 0xffff ? 2 : 1;
    used += unit === 'code-points' ? 1 : unit === 'bytes' ? bytesOf(point) : units;
    if (used > most) return at;
    at += units;
  }
  return at;
}

/** In UTF-8. */
function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_0000 ? 3 : 4;
}
