// Lists the files of a package, without what tools put there, within bounds that keep a huge or looping tree harmless.

import { readdirSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Folders that hold no part of a skill: never listed, never hashed. */
const SKIPPED_FOLDERS = new Set(['node_modules', '.venv', '.git', '__pycache__']);
const MOST_FILES = 10_000;
const DEEPEST_FOLDER = 16;

export interface FileList {
  /** Relative to the folder, `/` between the parts, upper folders first, sorted within each. */
  readonly files: readonly string[];
  /** There are more files or deeper folders than are looked at. */
  readonly isCut: boolean;
}

/**
 * Throws the system's error where the folder itself can't be read; unreadable folders below it are left out.
 * `top` are the folder's own entries, where they were read before.
 */
export function listFiles(folder: string, top?: readonly Dirent[]): FileList {
  const files: string[] = [];
  let level = [''];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_FOLDER || files.length > MOST_FILES) {
      return { files: files.slice(0, MOST_FILES), isCut: true };
    }
    const next: string[] = [];
    for (const prefix of level) {
      const entries =
        prefix === '' ? (top ?? readEntries(folder)) : readBelow(join(folder, prefix));
      next.push(...listInto(files, entries, { folder, prefix }));
      if (files.length > MOST_FILES) break;
    }
    level = next;
  }
  return { files, isCut: files.length > MOST_FILES };
}

/** Adds a folder's files and answers the folders in it, as prefixes. */
function listInto(
  files: string[],
  entries: readonly Dirent[],
  { folder, prefix }: { readonly folder: string; readonly prefix: string },
): readonly string[] {
  const folders: string[] = [];
  for (const entry of entries) {
    const path = prefix + entry.name;
    if (isListedFolder(entry)) folders.push(`${path}/`);
    else if (isFile(entry, folder, path)) files.push(path);
  }
  return folders;
}

export function isListedFolder(entry: Dirent): boolean {
  return entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name);
}

/** Sorted by code units, the same on every machine. Throws the system's error. */
export function readEntries(folder: string): readonly Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.length < 2 ? entries : entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function readBelow(folder: string): readonly Dirent[] {
  try {
    return readEntries(folder);
  } catch {
    return [];
  }
}

/** A link to a file counts as one; a link to a folder is not followed, so that no loop and no other tree is entered. */
function isFile(entry: Dirent, folder: string, path: string): boolean {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  try {
    return statSync(join(folder, path)).isFile();
  } catch {
    return false;
  }
}
