// Where skills are looked for on the command line.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#base/app-error.ts';
import { BUILT_IN_FOLDERS } from '#builtin/built-in-skills.ts';
import { cliTexts } from '#contract/texts/cli-texts.ts';

const EXAMPLE_SKILLS = fileURLToPath(new URL('../../skills', import.meta.url));

/**
 * The built-in packages, whose names are theirs, and then the given directories, or the examples that come with the
 * program. Throws `input-invalid` for one that isn't there.
 */
export async function skillRoots(given: readonly string[] | undefined): Promise<readonly string[]> {
  if (given === undefined) return [...BUILT_IN_FOLDERS, EXAMPLE_SKILLS];
  const roots = given.map((folder) => resolve(folder));
  for (const root of roots) {
    const isFolder = await stat(root).then(
      (facts) => facts.isDirectory(),
      () => false,
    );
    if (!isFolder) throw new AppError('input-invalid', cliTexts.folderMissing(root));
  }
  return [...BUILT_IN_FOLDERS, ...roots];
}
