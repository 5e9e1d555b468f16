// A folder that is held open while work is done in it: what is put in the place of its name meanwhile changes nothing.

import { constants } from 'node:fs';
import { open, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
/** Each level is an open file. */
const DEEPEST = 200;

export interface HeldFolder {
  /** Leads to the folder itself, whatever its name means by now. Where the system has no `/proc`, the name. */
  readonly place: string;
  readonly uid: number;
}

/** Rejects with ELOOP or ENOTDIR where `folder` is a link or no folder. */
export async function inHeldFolder<T>(
  folder: string,
  work: (held: HeldFolder) => Promise<T>,
): Promise<T> {
  const held = await open(folder, FOLDER_ITSELF);
  try {
    const { uid } = await held.stat();
    const place = process.platform === 'linux' ? `/proc/self/fd/${held.fd}` : folder;
    return await work({ place, uid });
  } finally {
    await held.close();
  }
}

/** Removes a file, a link or all of a folder, following nothing. One that is missing is no error. */
export async function removeHeld(path: string, depth = 0): Promise<void> {
  const removeAll = async ({ place }: HeldFolder): Promise<void> => {
    if (depth >= DEEPEST) return;
    for (const name of await readdir(place)) await removeHeld(join(place, name), depth + 1);
  };
  try {
    await inHeldFolder(path, removeAll);
    await rmdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return;
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error;
    await unlink(path);
  }
}
