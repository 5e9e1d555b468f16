// What is in a directory of the workspace, never of another place.

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { workspaceFolder } from '#features/workspaces/index.ts';

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
    visible.slice(0, MOST_ENTRIES).map((entry) => factsOf(folder, entry)),
  );
  return { kind: 'directory', entries: listed, listed: listed.length, total: visible.length };
}

export async function namesNear(workspace: string): Promise<readonly string[]> {
  const folder = await folderInside(workspace, '.');
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  return names
    .filter((name) => !name.startsWith('.'))
    .toSorted()
    .slice(0, NAMED_IN_FAILURES);
}

async function folderInside(workspace: string, path: string): Promise<string | undefined> {
  try {
    return await workspaceFolder(workspace, path);
  } catch (error) {
    // What isn't there, or isn't the workspace's, is told by whoever wants to open it.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** What a link leads to may be another's: nothing of it is told. */
async function factsOf(folder: string, entry: Dirent): Promise<JsonObject> {
  const { name } = entry;
  if (entry.isDirectory()) return { name, kind: 'directory', bytes: null };
  if (entry.isSymbolicLink()) return { name, kind: 'link', bytes: null };
  const facts = await lstat(join(folder, name)).catch(() => undefined);
  return { name, kind: 'file', bytes: facts?.isFile() === true ? facts.size : null };
}
