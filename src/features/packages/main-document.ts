// The document of a skill, and where in its file it begins.

import { readPackageFile } from './read-package-file.ts';
import type { SkillPackage } from './skill-package.ts';

export interface MainDocument {
  readonly text: string;
  /** Relative to the package; undefined where it has none. */
  readonly file: string | undefined;
  /** Characters of the file before the text: its front matter. */
  readonly before: number;
}

export async function mainDocument(skill: SkillPackage): Promise<MainDocument> {
  const { body: text, document: file } = skill;
  const read = file === undefined ? undefined : await readPackageFile(skill, { file });
  const characters = read?.status === 'read' ? read.totalCharacters : text.length;
  return { text, file, before: Math.max(0, characters - text.length) };
}
