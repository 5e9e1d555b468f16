// Files that did not arrive are told once: by themselves, and then no more in the reply, whose words they are.

import { LANGUAGES } from '#base/text.ts';
import { undeliveredNotice } from '#contract/undelivered-notice.ts';
import type { Artifact } from '../state/turn-state.ts';

export interface ToldOnce {
  /** Without what the platform added to it of these files. */
  readonly reply: string;
  /** Those that the reply does not tell. */
  readonly failed: readonly Artifact[];
}

export function toldOnce(reply: string, failed: readonly Artifact[]): ToldOnce {
  if (failed.length === 0) return { reply, failed };
  const files = failed.map(({ name, reason = '' }) => ({ name, reason }));
  for (const language of LANGUAGES) {
    const notice = undeliveredNotice(files, language);
    const at = reply.lastIndexOf(notice);
    if (at === -1) continue;
    const parts = [reply.slice(0, at).trimEnd(), reply.slice(at + notice.length).trimStart()];
    return { reply: parts.filter((part) => part !== '').join('\n\n'), failed };
  }
  // On a channel without Markdown the words are the same, the marks are not.
  const isTold = failed.every(({ reason }) => reason !== undefined && reply.includes(reason));
  return { reply, failed: isTold ? [] : failed };
}
