// Which files a run left for the user at the top of its workspace (DOC-12).

import { extname } from 'node:path';
import { createSnapshots } from '#features/workspaces/index.ts';

/** What a program leaves on its way, and nobody asked for (ART-05). */
const ON_THE_WAY = new Set(['.py', '.js', '.ts', '.mjs', '.sh', '.log', '.tmp', '.pyc']);

/** Taken before a run; the answer gives the names of what is new or has changed since. */
export async function watchMadeFiles(workspace: string): Promise<() => Promise<readonly string[]>> {
  const before = await createSnapshots().take(workspace);
  return async () =>
    (await before.changed())
      .filter(({ name, bytes }) => bytes > 0 && isForTheUser(name))
      .map(({ name }) => name);
}

function isForTheUser(name: string): boolean {
  return !name.startsWith('.') && !ON_THE_WAY.has(extname(name).toLowerCase());
}
