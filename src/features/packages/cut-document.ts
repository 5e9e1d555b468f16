// What a model sees of a document at first (DOC-11).

import { cutText } from '#base/cut-text.ts';
import type { Language } from '#base/text.ts';
import { documentTexts } from '#contract/texts/document-texts.ts';

/** Characters of a document that are put into a prompt. */
export const DOCUMENT_CHARS = 8000;

export interface WholeDocument {
  readonly text: string;
  /** Whose file it is, where `read_skill_file` reads those of several skills. */
  readonly skill?: string;
  /** What `read_skill_file` calls it. */
  readonly file: string;
  /** Characters of that file before the text. */
  readonly before: number;
  readonly language: Language;
}

/** A longer one says at its end how much is left, and where to read on. */
export function cutDocument({ text, skill, file, before, language }: WholeDocument): string {
  if (text.length <= DOCUMENT_CHARS) return text;
  const shown = cutText(text, DOCUMENT_CHARS);
  const offset = before + shown.length + 1;
  const call = JSON.stringify({ ...(skill !== undefined && { skill }), file, offset });
  const note = documentTexts.documentCut(text.length - shown.length, call);
  return `${shown}\n\n${note[language]}`;
}
