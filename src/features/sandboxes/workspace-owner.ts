// Which user a workspace's processes are, where the server is root: nobody that this machine knows, and not each other's.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxMount } from './sandbox.ts';

const USUAL = { first: 1_000_000, count: 1_000_000 };
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
  return owner;
}

/** Gives `folder` and all below it to `owner`; links are given themselves, not what they lead to. */
async function giveTo(owner: number, folder: string): Promise<void> {
  const { uid, gid } = await lstat(folder);
  if (uid !== owner || gid !== owner) await lchown(folder, owner, owner);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    // What a running skill removes meanwhile needs no owner.
    if (entry.isDirectory()) await giveTo(owner, path).catch(ignoreMissing);
    else await giveFile(owner, path).catch(ignoreMissing);
  }
}

async function giveFile(owner: number, path: string): Promise<void> {
  const { uid, gid } = await lstat(path);
  if (uid !== owner || gid !== owner) await lchown(path, owner, owner);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
