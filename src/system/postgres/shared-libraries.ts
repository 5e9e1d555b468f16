// The links among PostgreSQL's shared libraries: an installation that runs no scripts leaves them out.

import { copyFileSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import * as z from 'zod';
import { systemCode } from './system-code.ts';

/** Both paths are relative to the package, whose folder `native` holds them. */
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
type Link = z.infer<typeof linkList>[number];

/** Makes the links of `native` that are missing; false where that can't be done there. */
export function hasAllLinks(native: string): boolean {
  try {
    for (const link of readLinks(native)) {
      const target = within(native, link.target);
      if (lstatSync(target, { throwIfNoEntry: false }) === undefined) makeLink(native, link);
    }
    return true;
  } catch {
    return false;
  }
}

function readLinks(native: string): readonly Link[] {
  let text: string;
  try {
    text = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  } catch {
    return [];
  }
  return linkList.parse(JSON.parse(text));
}

function makeLink(native: string, { source, target }: Link): void {
  try {
    symlinkSync(basename(source), within(native, target));
  } catch (error) {
    // Somebody else was faster, or the file system knows no links: then a copy does.
    if (systemCode(error) !== 'EEXIST')
      copyFileSync(within(native, source), within(native, target));
  }
}

function within(native: string, path: string): string {
  return join(native, relative('native', path));
}
