// Which processes of this machine belong to something: inside a sandbox a process has another id than outside.

import { readdir, readFile } from 'node:fs/promises';

/** Ids of those that have this text in their environment. */
export async function processesWith(text: string): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/environ`, 'latin1').catch(() => '')),
  );
  return ids.filter((_, index) => environments[index]?.includes(text));
}
