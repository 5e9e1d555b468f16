// Whether one path lies below another, by their text alone.

import { isAbsolute, relative } from 'node:path';

/** Both absolute; a folder is not below itself. Links are the caller's to resolve first. */
export function isBelow(path: string, folder: string): boolean {
  const inner = relative(folder, path);
  return inner !== '' && inner !== '..' && !inner.startsWith('../') && !isAbsolute(inner);
}
