// Finds the skill packages below a folder, in the same order every time.

import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isListedFolder } from './list-files.ts';

/** Folders within folders that are looked through. */
const DEEPEST_SEARCH = 12;
const DEEPEST_GROUP = 4;

interface Search {
  readonly deepest: number;
  /** Whether packages may stand within packages, and in hidden folders. */
  readonly isThorough: boolean;
  /** Real paths already given, so that a link leads nowhere twice. */
  readonly given: Set<string>;
}

/**
 * Every package at or below `folder`, also those inside of others. Links are followed only to a package itself.
 * @yields absolute paths of packages' folders
 */
export async function* findPackages(folder: string): AsyncGenerator<string> {
  const search = { deepest: DEEPEST_SEARCH, isThorough: true, given: new Set<string>() };
  yield* searchFolder(resolve(folder), 0, search);
}

/**
 * What a catalogue takes from one root: the root itself where it is a package, else its packages, also those in
 * groups (`root/author/skill`). A folder of the root that holds none is given too, so that it can be told why.
 * @yields absolute paths of folders
 */
export async function* findRootPackages(root: string): AsyncGenerator<string> {
  const path = resolve(root);
  const entries = await readEntries(path);
  if (entries === undefined || isPackage(entries)) {
    yield path;
    return;
  }
  const search = { deepest: DEEPEST_GROUP, isThorough: false, given: new Set<string>() };
  for (const entry of entries) {
    let isEmpty = true;
    for await (const found of searchEntry(path, entry, { depth: 0, search })) {
      isEmpty = false;
      yield found;
    }
    const isOwn = isListedFolder(entry) && !entry.name.startsWith('.');
    if (isEmpty && isOwn && ((await readEntries(join(path, entry.name))) ?? []).length > 0) {
      yield join(path, entry.name);
    }
  }
}

async function* searchFolder(
  folder: string,
  depth: number,
  search: Search,
): AsyncGenerator<string> {
  const entries = (await readEntries(folder)) ?? [];
  if (isPackage(entries)) {
    if (await isNew(folder, search)) yield folder;
    if (!search.isThorough) return;
  }
  if (depth >= search.deepest) return;
  for (const entry of entries) yield* searchEntry(folder, entry, { depth, search });
}

async function* searchEntry(
  folder: string,
  entry: Dirent,
  { depth, search }: { readonly depth: number; readonly search: Search },
): AsyncGenerator<string> {
  const path = join(folder, entry.name);
  if (!search.isThorough && entry.name.startsWith('.')) return;
  if (isListedFolder(entry)) yield* searchFolder(path, depth + 1, search);
  else if (entry.isSymbolicLink() && (await isLinkedPackage(path)) && (await isNew(path, search))) {
    yield path;
  }
}

function isPackage(entries: readonly Dirent[]): boolean {
  return entries.some(({ name }) => name === 'skill.toml' || name.toLowerCase() === 'skill.md');
}

async function isLinkedPackage(path: string): Promise<boolean> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return isFolder && isPackage((await readEntries(path)) ?? []);
}

async function isNew(folder: string, { given }: Search): Promise<boolean> {
  const real = await realpath(folder).catch(() => folder);
  if (given.has(real)) return false;
  given.add(real);
  return true;
}

/** Undefined where the folder can't be read. */
async function readEntries(folder: string): Promise<readonly Dirent[] | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}
