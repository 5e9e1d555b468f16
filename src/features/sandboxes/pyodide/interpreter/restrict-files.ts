// Leaves of Node's file functions those that the workspace's file system uses, and of the disk the workspace.

import fs from 'node:fs';
import { disarm, refuse } from './disarm.ts';

/** Whoever is in this process may put something else in its place later. */
const { apply } = Reflect;

type FileFunction = (...given: unknown[]) => unknown;

/** Functions that are given paths, and how many. */
const BY_PATH = {
  chmodSync: 1,
  lstatSync: 1,
  mkdirSync: 1,
  openSync: 1,
  readdirSync: 1,
  readlinkSync: 1,
  renameSync: 2,
  rmdirSync: 1,
  statfsSync: 1,
  truncateSync: 1,
  unlinkSync: 1,
  utimesSync: 1,
  writeFileSync: 1,
} as const;
const BY_DESCRIPTOR = [
  'closeSync',
  'fchmodSync',
  'fstatSync',
  'ftruncateSync',
  'futimesSync',
  'readSync',
  'writeSync',
] as const;
/** The workspace itself is looked at, and stays as it is. */
const OF_WORKSPACE = new Set([
  'closeSync',
  'fstatSync',
  'lstatSync',
  'openSync',
  'readdirSync',
  'statfsSync',
]);
/** What the functions answer with. */
const VALUES = new Set(['Stats', 'BigIntStats', 'StatFs', 'Dirent']);
/** Without set-user-id and its like: who runs the server may be somebody who may do everything. */
const MOST_MODE = 0o777;

/**
 * From now on `fs` reaches nothing but files below `workspace`, makes no links, follows none at a path's end, and
 * knows no file descriptor that was not opened through it.
 */
export function restrictFiles(workspace: string): void {
  /** What each file descriptor was opened for. */
  const opened = new Map<unknown, unknown>();
  const left = new Map<string, FileFunction>();
  const allow = (name: string, path: unknown): void => {
    const isAllowed = path === workspace ? OF_WORKSPACE.has(name) : isBelow(workspace, path);
    if (!isAllowed) refuse();
  };
  for (const [name, paths] of Object.entries(BY_PATH)) {
    const original = originalOf(name);
    left.set(name, (...given) => {
      for (const path of given.slice(0, paths)) allow(name, path);
      const result = original(...safely(name, given));
      if (name === 'openSync') opened.set(result, given[0]);
      return result;
    });
  }
  for (const name of BY_DESCRIPTOR) {
    const original = originalOf(name);
    left.set(name, (descriptor, ...rest) => {
      allow(name, opened.get(descriptor));
      if (name === 'closeSync') opened.delete(descriptor);
      return original(...safely(name, [descriptor, ...rest]));
    });
  }
  disarm(fs.promises);
  disarm(fs, VALUES);
  for (const [name, value] of left) Reflect.defineProperty(fs, name, { value: telling(value) });
}

function originalOf(name: string): FileFunction {
  const found: unknown = Reflect.get(fs, name);
  return typeof found === 'function' ? (...given) => apply(found, fs, given) : refuse;
}

/** The interpreter's file system has resolved links and dots before. */
function isBelow(folder: string, path: unknown): boolean {
  if (typeof path !== 'string' || !path.startsWith(`${folder}/`)) return false;
  const parts = path.slice(folder.length + 1).split('/');
  return parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** The arguments, with what keeps a file from being somebody else's trap. */
function safely(name: string, given: readonly unknown[]): readonly unknown[] {
  const [target, second, third] = given;
  if (name === 'openSync' && typeof second === 'number') {
    return [target, second | fs.constants.O_NOFOLLOW, third];
  }
  if (name === 'chmodSync' || name === 'fchmodSync' || name === 'mkdirSync') {
    return [target, Number(second) & MOST_MODE];
  }
  // Used to make an empty file, and nothing else.
  return name === 'writeFileSync' ? [target, '', { mode: 0o666, flag: 'wx' }] : given;
}

/** What Node's permissions refuse is told as EACCES. */
function telling(work: FileFunction): FileFunction {
  return (...given) => {
    try {
      return work(...given);
    } catch (error) {
      const isDenied = error instanceof Error && Reflect.get(error, 'code') === 'ERR_ACCESS_DENIED';
      if (isDenied) Reflect.set(error, 'code', 'EACCES');
      throw error;
    }
  };
}
