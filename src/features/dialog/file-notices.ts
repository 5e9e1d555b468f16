// What a reply says of files by itself: where they can be had, and which did not arrive (ART-04).

import type { Language } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import type { FailedFile, KeptFile } from '#features/artifacts/index.ts';

export interface FileNotices {
  readonly links: readonly (Pick<KeptFile, 'name'> & { readonly url: string })[];
  readonly undelivered: readonly FailedFile[];
  readonly language: Language;
}

const MOST_TOLD = 10;

/** Each a paragraph of Markdown; none where there is nothing to say. */
export function fileNotices({ links, undelivered, language }: FileNotices): readonly string[] {
  const paragraphs: string[] = [];
  if (links.length > 0)
    paragraphs.push(
      [
        artifactTexts.linksHeading()[language],
        ...links.map(({ name, url }) => `- ${plain(name)}: ${url}`),
      ].join('\n'),
    );
  if (undelivered.length > 0)
    paragraphs.push(
      [
        artifactTexts.failedHeading(undelivered.length)[language],
        ...undelivered
          .slice(0, MOST_TOLD)
          .map(({ name, reason }) => `- ${plain(name)}: ${reason[language]}`),
        ...(undelivered.length > MOST_TOLD
          ? [`- ${artifactTexts.failedMore(undelivered.length - MOST_TOLD)[language]}`]
          : []),
      ].join('\n'),
    );
  return paragraphs;
}

export function toldFailures(
  undelivered: readonly FailedFile[],
  language: Language,
): { readonly name: string; readonly reason: string }[] {
  return undelivered.map(({ name, reason }) => ({ name, reason: reason[language] }));
}

/** A name is no Markdown, whatever a skill calls its files. */
function plain(name: string): string {
  return name.replaceAll(/[\\`*[\]<>]/g, (sign) => `\\${sign}`);
}
