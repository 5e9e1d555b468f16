// Which names, paths and links may be written below a folder without ever leaving it.

import { posix } from 'node:path';

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const ODD = /[\u0000-\u001F\u007F\uFFFD/]/;

/** One name in a folder. `\uFFFD` is what a name that is not UTF-8 was read as. */
export function isSafeName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !ODD.test(name);
}

/** Relative, `/` between names, none of them `..`; empty is the root itself. */
export function isSafePath(path: string): boolean {
  return path === '' || path.split('/').every(isSafeName);
}

/**
 * Whether a link at `path` stays below the root: steps up come first and no further than to the root. A step up later on
 * would start from wherever another link leads.
 */
export function isSafeLink(path: string, target: string): boolean {
  if (target === '' || posix.isAbsolute(target) || target.includes('\u0000')) return false;
  const steps = target.split('/').filter((step) => step !== '' && step !== '.');
  const up = steps.findIndex((step) => step !== '..');
  const ups = up === -1 ? steps.length : up;
  if (steps.slice(ups).includes('..')) return false;
  return ups <= path.split('/').length - 1;
}
