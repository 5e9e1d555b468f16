// The files of a package that an API's description may refer to: nothing outside it, and never the network.

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { apiFault, type FaultPlace } from './api-fault.ts';

/** The largest public description has 47 MB. */
const MOST_BYTES = 100_000_000;

export interface PackageFiles {
  /** `file` is relative to the package. Throws `package-invalid`, told for the place that names the file. */
  read(file: string, from: FaultPlace): string;
}

/** `root` is an absolute path. */
export function createPackageFiles(root: string): PackageFiles {
  const realRoot = realpathSync(root);
  return {
    read(file, from) {
      const path = realPath(join(realRoot, file));
      if (path === undefined) throw apiFault(from, apiTexts.fileMissing(file));
      if (!path.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep))
        throw apiFault(from, apiTexts.fileOutside(file));
      const { size } = statSync(path);
      if (size > MOST_BYTES) throw apiFault(from, apiTexts.fileTooLarge(file, MOST_BYTES));
      return readFileSync(path, 'utf8');
    },
  };
}

/** The file that a reference in `from` leads to, relative to the package; undefined where that is no file of it. */
export function referredFile(reference: string, from: string): string | undefined {
  if (/^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test(reference)) return undefined;
  const decoded = unescaped(reference);
  const path = posix.normalize(posix.join(posix.dirname(from), decoded));
  return path.startsWith('../') || path === '..' || posix.isAbsolute(decoded) ? undefined : path;
}

/** The directory of the package that a file belongs to, or its own where there is none. */
export function packageRootOf(path: string): string {
  const own = dirname(path);
  for (let folder = own, depth = 0; depth < 8; folder = dirname(folder), depth += 1) {
    const isPackage = ['SKILL.md', 'skill.toml'].some((name) => isFile(join(folder, name)));
    if (isPackage) return folder;
  }
  return own;
}

export function relativeFile(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function realPath(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return isFile(real) ? real : undefined;
  } catch {
    return undefined;
  }
}

function unescaped(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
