// Finds the skill packages below a folder, in the same order every time, reading every folder once.

import { realpathSync, statSync, type Dirent } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { isListedFolder, readEntries } from './list-files.ts';

export interface FoundFolder {
  /** Absolute. */
  readonly folder: string;
  /** What stands directly in it; undefined where it can't be read. */
  readonly entries: readonly Dirent[] | undefined;
}

interface Search {
  /** Levels of folders without a package that are looked through. */
  readonly deepest: number;
  readonly entersHidden: boolean;
  /** The real path of where the search began; what lies below it is found there and not through links. */
  readonly real: string;
  /** Real paths that links led to. */
  readonly given: Set<string>;
}

const DEEPEST_SEARCH = 12;
const DEEPEST_GROUP = 4;

/**
 * The packages at or below `folder`, without those inside of other packages. Links are followed to a package itself
 * outside of `folder`, never further.
 * @yields the packages' folders
 */
export function* findPackages(folder: string): Generator<FoundFolder> {
  const path = resolve(folder);
  const search = { ...startAt(path), deepest: DEEPEST_SEARCH, entersHidden: true };
  yield* searchFolder(readFound(path), 0, search);
}

/**
 * What a catalogue takes from one root: the root itself where it is a package, else its packages, also those in
 * groups (`root/author/skill`). A folder of the root that holds none is given too, so that it can be told why.
 * @yields folders
 */
export function* findRootPackages(root: string): Generator<FoundFolder> {
  const path = resolve(root);
  const found = readFound(path);
  if (found.entries === undefined || isPackage(found)) {
    yield found;
    return;
  }
  const search = { ...startAt(path), deepest: DEEPEST_GROUP, entersHidden: false };
  for (const entry of found.entries) {
    let isEmpty = true;
    for (const below of searchEntry(path, entry, { depth: 0, search })) {
      isEmpty = false;
      yield below;
    }
    const isOwn = isListedFolder(entry) && !entry.name.startsWith('.');
    const own = isEmpty && isOwn ? readFound(join(path, entry.name)) : undefined;
    if (own !== undefined && own.entries?.length !== 0) yield own;
  }
}

function* searchFolder(found: FoundFolder, depth: number, search: Search): Generator<FoundFolder> {
  if (isPackage(found)) yield found;
  else if (depth < search.deepest) {
    for (const entry of found.entries ?? []) {
      yield* searchEntry(found.folder, entry, { depth, search });
    }
  }
}

function* searchEntry(
  folder: string,
  entry: Dirent,
  { depth, search }: { readonly depth: number; readonly search: Search },
): Generator<FoundFolder> {
  const path = join(folder, entry.name);
  if (!search.entersHidden && entry.name.startsWith('.')) return;
  if (isListedFolder(entry)) yield* searchFolder(readFound(path), depth + 1, search);
  else if (entry.isSymbolicLink() && leadsElsewhere(path, search)) {
    const found = readFound(path);
    if (isPackage(found)) yield found;
  }
}

function isPackage({ entries }: FoundFolder): boolean {
  return (
    entries?.some(({ name }) => name === 'skill.toml' || name.toLowerCase() === 'skill.md') ?? false
  );
}

/** A link to a folder that the search meets nowhere else. */
function leadsElsewhere(link: string, { real, given }: Search): boolean {
  try {
    const target = realpathSync(link);
    const isInside = target === real || `${target}${sep}`.startsWith(`${real}${sep}`);
    if (isInside || given.has(target) || !statSync(target).isDirectory()) return false;
    given.add(target);
    return true;
  } catch {
    return false;
  }
}

function startAt(path: string): Pick<Search, 'real' | 'given'> {
  try {
    return { real: realpathSync(path), given: new Set() };
  } catch {
    return { real: path, given: new Set() };
  }
}

function readFound(folder: string): FoundFolder {
  try {
    return { folder, entries: readEntries(folder) };
  } catch {
    return { folder, entries: undefined };
  }
}
