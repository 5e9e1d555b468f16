// Removes a directory whose own permissions forbid it, as a staged skill's do, without following links.

import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a file, a link or a whole directory; one that is missing is no error. */
export async function removeTree(path: string): Promise<void> {
  await makeRemovable(path);
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Gives the owner back the right to remove what is in a directory and below; root has it anyway. */
export async function makeRemovable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  await chmod(path, 0o755);
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const entry of folders) await makeRemovable(join(path, entry.name));
}
