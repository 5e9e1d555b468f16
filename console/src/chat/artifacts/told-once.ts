// Files that did not arrive are told once: by themselves, and then no more in the reply, whose words they are.

import { LANGUAGES, type Language } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import type { Artifact } from '../state/turn-state.ts';

export interface ToldOnce {
  /** Without what the platform added to it of these files. */
  readonly reply: string;
  /** Those that the reply does not tell. */
  readonly failed: readonly Artifact[];
}

/** As the platform tells of them in a reply. */
const MOST_TOLD = 10;

export function toldOnce(reply: string, failed: readonly Artifact[]): ToldOnce {
  if (failed.length === 0) return { reply, failed };
  for (const language of LANGUAGES) {
    const notice = noticeOf(failed, language);
    const at = reply.lastIndexOf(notice);
    if (at === -1) continue;
    const parts = [reply.slice(0, at).trimEnd(), reply.slice(at + notice.length).trimStart()];
    return { reply: parts.filter((part) => part !== '').join('\n\n'), failed };
  }
  // On a channel without Markdown the words are the same, the marks are not.
  const isTold = failed.every(({ reason }) => reason !== undefined && reply.includes(reason));
  return { reply, failed: isTold ? [] : failed };
}

function noticeOf(failed: readonly Artifact[], language: Language): string {
  return [
    artifactTexts.failedHeading(failed.length)[language],
    ...failed.slice(0, MOST_TOLD).map(({ name, reason }) => `- ${plain(name)}: ${reason ?? ''}`),
    ...(failed.length > MOST_TOLD
      ? [`- ${artifactTexts.failedMore(failed.length - MOST_TOLD)[language]}`]
      : []),
  ].join('\n');
}

function plain(name: string): string {
  return name.replaceAll(/[\\`*[\]<>]/g, (sign) => `\\${sign}`);
}
