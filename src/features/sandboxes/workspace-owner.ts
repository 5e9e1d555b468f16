// Which user a workspace's processes are, where the server is root: nobody that this machine knows, and not each other's.

import { createHash } from 'node:crypto';
import { constants, readFileSync } from 'node:fs';
import { lchown, lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import type { SandboxMount } from './sandbox.ts';

const USUAL = { first: 1_000_000, count: 1_000_000 };
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY;
/** Not what a link leads to. */
const FOLDER_ITSELF = FOLDER | constants.O_NOFOLLOW;
/** What the server is filling at the moment (`stage-skill.ts`): given too early, it could be led outside by a link. */
const IN_THE_MAKING = /^\.new-[0-9a-f-]{36}$/;
/** So deep only a skill makes anything, which is its own already; each level is an open file of the server. */
const DEEPEST = 100;
/** Of a container's map; below them are the system's own users, the database's among them. */
const LEAST_FIRST = 2000;

/**
 * One and the same for all processes of a workspace, in whatever server process, since they share its files; the
 * limit of processes is counted for it. Undefined where the server isn't root, or may be nobody else.
 */
function ownerOf(workspace: string): number | undefined {
  const range = process.getuid?.() === 0 ? usableRange() : undefined;
  if (range === undefined) return undefined;
  const hash = createHash('sha256').update(workspace).digest().readUInt32BE(0);
  return range.first + (hash % range.count);
}

let known: { readonly range: typeof USUAL | undefined } | undefined;

function usableRange(): typeof USUAL | undefined {
  known ??= { range: readRange() };
  return known.range;
}

/** In a container the map of users may be short. */
function readRange(): typeof USUAL | undefined {
  let mapped = 0;
  try {
    const rows = readFileSync('/proc/self/uid_map', 'latin1').trim().split('\n');
    mapped = Math.max(...rows.map((row) => rowEnd(row)));
  } catch {
    return undefined;
  }
  if (mapped >= USUAL.first + USUAL.count) return USUAL;
  const first = Math.max(LEAST_FIRST, Math.floor(mapped / 2));
  return mapped - first < 1000 ? undefined : { first, count: mapped - first - 1 };
}

function rowEnd(row: string): number {
  const [inside = 0, , count = 0] = row.trim().split(/\s+/).map(Number);
  return inside + count;
}

/** What may be written to belongs to whom the process is: answers who that is. */
export async function giveWritable(mounts: readonly SandboxMount[]): Promise<number | undefined> {
  const writable = mounts.filter(({ access }) => access === 'write');
  const owner = ownerOf(writable[0]?.path ?? '');
  if (owner !== undefined) for (const { path } of writable) await giveTo(owner, path);
  for (const { path } of writable) await refuseAstray(path, mounts);
  return owner;
}

/** A skill may have put a link where something is to be mounted in its workspace. Throws `sandbox-unavailable`. */
async function refuseAstray(folder: string, mounts: readonly SandboxMount[]): Promise<void> {
  const inner = mounts.filter(({ path }) => path.startsWith(`${folder}/`));
  for (const { path } of inner) {
    const expected = join(await realpath(folder), path.slice(folder.length));
    if ((await realpath(path).catch(() => expected)) === expected) continue;
    throw new AppError('sandbox-unavailable', sandboxTexts.mountIsLink(path));
  }
}

/**
 * Gives `folder` and all below it to `owner`. A skill may run in it meanwhile and put a link where a folder was: each
 * folder is held open and never asked for by a path, so that nothing outside is given away.
 */
async function giveTo(owner: number, folder: string, depth = 0): Promise<void> {
  // The outermost may be the operator's link: no skill can replace it.
  const held = await open(folder, depth === 0 ? FOLDER : FOLDER_ITSELF);
  try {
    const { uid, gid } = await held.stat();
    if (uid !== owner || gid !== owner) await held.chown(owner, owner);
    const place = `/proc/self/fd/${held.fd}`;
    for (const entry of await readdir(place, { withFileTypes: true })) {
      const path = join(place, entry.name);
      const isLeftOut = depth >= DEEPEST || IN_THE_MAKING.test(entry.name);
      if (entry.isDirectory() && isLeftOut) continue;
      const giving = entry.isDirectory() ? giveTo(owner, path, depth + 1) : giveEntry(owner, path);
      // What a running skill removes or replaces meanwhile needs no owner.
      await giving.catch(ignoreReplaced);
    }
  } finally {
    await held.close();
  }
}

/** A link is given itself, not what it leads to. */
async function giveEntry(owner: number, path: string): Promise<void> {
  const { uid, gid } = await lstat(path);
  if (uid !== owner || gid !== owner) await lchown(path, owner, owner);
}

function ignoreReplaced(error: NodeJS.ErrnoException): void {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(error.code ?? '')) throw error;
}
