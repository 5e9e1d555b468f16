// Bounds a text that a skill or its exception made, keeping both ends and stating the cut.

import { cutText, cutTextStart } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { resultTexts } from '#contract/texts/result-texts.ts';

/** Characters (UTF-16 units) of a reason at most, the stated cut included. */
export const REASON_CHARS = 2000;

const MARK_CHARS = 60;

/** At most `limit` characters (above 100): the start, where the subject is, and the end, where programs say what broke. */
export function boundText(text: string, limit: number, language: Language): string {
  if (text.length <= limit) return text;
  const kept = limit - MARK_CHARS;
  const head = cutText(text, Math.floor(kept / 2));
  const tail = cutTextStart(text, Math.floor(kept / 2));
  return `${head}${resultTexts.leftOut(text.length - head.length - tail.length)[language]}${tail}`;
}
