// Removes a directory whose own permissions forbid it, as a staged skill's do, without following links.

import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inHeldFolder, removeHeld, type HeldFolder } from '#system/held-folder.ts';

/** Removes a file, a link or a whole directory; one that is missing is no error. */
export async function removeTree(path: string): Promise<void> {
  // A skill that runs meanwhile may put a link in any folder's place.
  if (isRoot()) return removeHeld(path);
  await makeRemovable(path);
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Gives the owner back the right to remove what is in a directory and below. */
export async function makeRemovable(path: string): Promise<void> {
  if (isRoot()) return makeHeldRemovable(path);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  await chmod(path, 0o755);
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const entry of folders) await makeRemovable(join(path, entry.name));
}

/** A link that was put in a folder's place has no rights to be given. */
async function makeHeldRemovable(path: string): Promise<void> {
  const give = async ({ place }: HeldFolder): Promise<void> => {
    await chmod(place, 0o755);
    const entries = await readdir(place, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory());
    for (const { name } of folders) await makeHeldRemovable(join(place, name));
  };
  await inHeldFolder(path, give).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) throw error;
  });
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
