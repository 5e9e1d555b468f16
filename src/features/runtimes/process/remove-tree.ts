// Removes a directory whose own permissions forbid it, as a staged skill's do, without following links.

import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes a file, a link or a whole directory; one that is missing is no error. */
export async function removeTree(path: string): Promise<void> {
  await makeRemovable(path);
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Only the owner of a directory without the write bit, who is not root, needs this; it costs little. */
async function makeRemovable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return;
  await chmod(path, 0o700);
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const entry of folders) await makeRemovable(join(path, entry.name));
}
