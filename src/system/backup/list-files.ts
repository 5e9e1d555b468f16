// What lies in the instance's folders: files, folders and links, none of which is followed.

import { lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, posix, relative, sep } from 'node:path';
import { messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { InstanceRoot } from './backup-parts.ts';
import { isSafeLink, isSafeName } from './safe-paths.ts';

export interface FoundFile {
  readonly root: string;
  /** Relative to the root, with `/` between names. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link';
  /** Where it is now. */
  readonly place: string;
  readonly mode: number;
  readonly changedAt: number;
  /** Of a link. */
  readonly target: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly Text[];
}

/** `except` are absolute paths that do not count: the backup itself, where it is written into one of the folders. */
export async function listFiles(
  roots: readonly InstanceRoot[],
  except: ReadonlySet<string>,
): Promise<FoundFiles> {
  const files: FoundFile[] = [];
  const skipped: Text[] = [];
  for (const root of roots) {
    // The root itself may be a link to another disk; what lies in it is taken as it is.
    const place = await realpath(root.path).catch(() => undefined);
    if (place === undefined) continue;
    await visit({ root: root.name, base: place, except, files, skipped }, '');
  }
  return { files, skipped };
}

interface Walk {
  readonly root: string;
  readonly base: string;
  readonly except: ReadonlySet<string>;
  readonly files: FoundFile[];
  readonly skipped: Text[];
}

async function visit(walk: Walk, start: string): Promise<void> {
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const place = join(walk.base, path);
    if (walk.except.has(place)) continue;
    try {
      const found = await look(walk, path, place);
      if (found === undefined) continue;
      walk.files.push(found);
      if (found.type === 'folder') waiting.push(...(await namesIn(walk, path, place)));
    } catch (thrown) {
      // Gone since its folder was read: a running server may do that.
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') continue;
      skip(walk, path, backupTexts.skipped.unreadable(messageOf(thrown)));
    }
  }
}

async function look(walk: Walk, path: string, place: string): Promise<FoundFile | undefined> {
  const facts = await lstat(place);
  const { root } = walk;
  const found = {
    root,
    path,
    place,
    mode: facts.mode & 0o7777,
    changedAt: Math.floor(facts.mtimeMs),
  };
  if (facts.isFile()) return { ...found, type: 'file', target: '' };
  if (facts.isDirectory()) return { ...found, type: 'folder', target: '' };
  if (!facts.isSymbolicLink()) {
    skip(walk, path, backupTexts.skipped.special());
    return undefined;
  }
  const given = await readlink(place);
  const target = relativeTarget(walk.base, path, given);
  if (isSafeLink(path, target)) return { ...found, type: 'link', target };
  skip(walk, path, backupTexts.skipped.linkLeaves(given));
  return undefined;
}

/** An absolute link into the same root is stored relative: the root lies elsewhere on another machine. */
function relativeTarget(base: string, path: string, target: string): string {
  if (!isAbsolute(target)) return target.split(sep).join('/');
  const inside = relative(base, target).split(sep).join('/');
  if (inside === '..' || inside.startsWith('../') || isAbsolute(inside)) return target;
  return posix.relative(posix.dirname(`/${path}`), `/${inside}`) || '.';
}

async function namesIn(walk: Walk, path: string, place: string): Promise<string[]> {
  const names = await readdir(place);
  const good: string[] = [];
  for (const name of names.toSorted().toReversed()) {
    const inner = path === '' ? name : `${path}/${name}`;
    if (isSafeName(name)) good.push(inner);
    else skip(walk, inner, backupTexts.skipped.oddName());
  }
  return good;
}

function skip(walk: Walk, path: string, why: Text): void {
  walk.skipped.push(backupTexts.fileSkipped(path === '' ? walk.root : `${walk.root}/${path}`, why));
}
