// Makes a folder of the platform's own in a workspace, where a skill may have left anything.

import { lstat, mkdir, rm } from 'node:fs/promises';

/** A link or a file that a skill put in the folder's place is removed, not followed. */
export async function realFolder(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) await rm(folder, { force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
