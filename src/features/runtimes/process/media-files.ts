// Keeps of the media that a script names only the files that are there and lie in the workspace (ART-09).

import { realpath, stat } from 'node:fs/promises';
import type { Language } from '#base/text.ts';
import { scriptTexts } from '#contract/texts/script-texts.ts';
import { isBelow } from './is-below.ts';
import type { Medium } from './media-lines.ts';

export interface CheckedMedia {
  readonly media: readonly Medium[];
  /** Says which paths were left out and why; undefined where none was. */
  readonly warning: string | undefined;
}

type Fault = 'outside' | 'missing' | 'not-a-file';

/** Addresses are kept as they are. A link counts as what it leads to. */
export async function checkMedia(
  named: readonly Medium[],
  workspace: string,
  language: Language,
): Promise<CheckedMedia> {
  const real = await realpath(workspace).catch(() => workspace);
  const media: Medium[] = [];
  const refused: { readonly path: string; readonly fault: Fault }[] = [];
  for (const medium of named) {
    const { path } = medium;
    const fault = path === undefined ? undefined : await faultOf(path, real);
    if (path === undefined || fault === undefined) media.push(medium);
    else refused.push({ path, fault });
  }
  const warning = refused.length === 0 ? undefined : scriptTexts.mediaLeftOut(refused)[language];
  return { media, warning };
}

async function faultOf(path: string, workspace: string): Promise<Fault | undefined> {
  const real = await realpath(path).catch(() => undefined);
  // Whether something is there outside is not told.
  if (real === undefined) return isBelow(path, workspace) ? 'missing' : 'outside';
  if (!isBelow(real, workspace)) return 'outside';
  const found = await stat(real).catch(() => undefined);
  if (found === undefined) return 'missing';
  return found.isFile() ? undefined : 'not-a-file';
}
