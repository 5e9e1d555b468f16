// Makes a folder of the platform's own in a workspace, where a skill may have left anything.

import { lstat, rm } from 'node:fs/promises';
import { makeFolder, OWN_MODE } from '#system/make-folder.ts';

/** A link or a file that a skill put in the folder's place is removed, not followed. Throws `path-refused`. */
export async function realFolder(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) await rm(folder, { force: true });
  await makeFolder(folder, OWN_MODE);
  return folder;
}
