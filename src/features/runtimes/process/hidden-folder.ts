// The workspace's hidden folder for what the platform itself lays down there.

import { lstat, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inHeldFolder } from '#system/held-folder.ts';
import { realFolder } from '../workspace-folder.ts';
import { removeTree } from './remove-tree.ts';

/** Longer than any run: what is older was left by a server that died. */
const LEFT_BEHIND_MS = 24 * 3600 * 1000;

/**
 * `<workspace>/.skills`, made where it is missing. Its package.json says nothing, so that Node does not look for one
 * above the workspace, which would decide whether a skill's `.js` is a module or CommonJS.
 */
export async function hiddenFolder(workspace: string): Promise<string> {
  const folder = await realFolder(join(workspace, '.skills'));
  await inHeldFolder(folder, async ({ place }) => {
    await writeFile(join(place, 'package.json'), '{}', { flag: 'wx' }).catch(ignoreExisting);
    await sweep(place);
  });
  return folder;
}

async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.startsWith('.'))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await removeTree(path);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
