// What a reply says by itself of files that did not arrive; a page that shows them takes these words out of it again.

import type { Language } from '#base/text.ts';
import { artifactTexts } from './texts/artifact-texts.ts';

/** The others are counted. */
const MOST_TOLD = 10;

export interface UndeliveredFile {
  readonly name: string;
  readonly reason: string;
}

/** A paragraph of Markdown; `files` has one at least. */
export function undeliveredNotice(files: readonly UndeliveredFile[], language: Language): string {
  const told = files.slice(0, MOST_TOLD);
  const more = files.length - told.length;
  return [
    artifactTexts.failedHeading(files.length)[language],
    ...told.map(({ name, reason }) => `- ${plainName(name)}: ${reason}`),
    ...(more > 0 ? [`- ${artifactTexts.failedMore(more)[language]}`] : []),
  ].join('\n');
}

/** A file's name in Markdown: its signs mean nothing. */
export function plainName(name: string): string {
  return name.replaceAll(/[\\`*[\]<>]/g, (sign) => `\\${sign}`);
}
