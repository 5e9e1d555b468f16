// What a reply says of files by itself: where they can be had, and which did not arrive (ART-04).

import type { Language } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import {
  plainName,
  undeliveredNotice,
  type UndeliveredFile,
} from '#contract/undelivered-notice.ts';
import type { FailedFile, KeptFile } from '#features/artifacts/index.ts';

export interface FileNotices {
  readonly links: readonly (Pick<KeptFile, 'name'> & { readonly url: string })[];
  readonly undelivered: readonly FailedFile[];
  readonly language: Language;
}

/** Each a paragraph of Markdown; none where there is nothing to say. */
export function fileNotices({ links, undelivered, language }: FileNotices): readonly string[] {
  const paragraphs: string[] = [];
  if (links.length > 0)
    paragraphs.push(
      [
        artifactTexts.linksHeading()[language],
        ...links.map(({ name, url }) => `- ${plainName(name)}: ${url}`),
      ].join('\n'),
    );
  if (undelivered.length > 0)
    paragraphs.push(undeliveredNotice(toldFailures(undelivered, language), language));
  return paragraphs;
}

export function toldFailures(
  undelivered: readonly FailedFile[],
  language: Language,
): UndeliveredFile[] {
  return undelivered.map(({ name, reason }) => ({ name, reason: reason[language] }));
}
