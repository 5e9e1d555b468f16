// What is in a directory of the workspace, never of another place.

import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { JsonObject } from '#base/json.ts';

const MOST_ENTRIES = 500;
const NAMED_IN_FAILURES = 20;

/** Undefined where `path` is no directory of the workspace. Hidden entries, the platform's own among them, are left out. */
export async function listFolder(workspace: string, path: string): Promise<JsonObject | undefined> {
  const folder = await folderInside(workspace, path);
  if (folder === undefined) return undefined;
  const entries = await readdir(folder, { withFileTypes: true });
  const visible = entries
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const listed = await Promise.all(
    visible.slice(0, MOST_ENTRIES).map(async (entry) => {
      if (entry.isDirectory()) return { name: entry.name, kind: 'directory', bytes: null };
      const facts = await stat(join(folder, entry.name)).catch(() => undefined);
      return {
        name: entry.name,
        kind: 'file',
        bytes: facts?.isFile() === true ? facts.size : null,
      };
    }),
  );
  return { kind: 'directory', entries: listed, listed: listed.length, total: visible.length };
}

export async function namesNear(workspace: string): Promise<readonly string[]> {
  const names = await readdir(workspace).catch(() => []);
  return names
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .slice(0, NAMED_IN_FAILURES);
}

async function folderInside(workspace: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(workspace);
    const real = await realpath(join(root, path));
    const isInside = real === root || real.startsWith(root + sep);
    return isInside && (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    // What isn't there is told by whoever wants to open it.
    return undefined;
  }
}
