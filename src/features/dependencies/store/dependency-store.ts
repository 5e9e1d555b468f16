// Installed packages by their signature: made once, whole or not at all, found by every later run and server.

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#system/make-folder.ts';
import { cleanStore, removeFolder } from './clean-store.ts';
import { takeKeyLock } from './key-lock.ts';
import { createSharedWork } from './shared-work.ts';

interface StoreRequest {
  readonly signal: AbortSignal;
  /**
   * Fills the empty folder `fresh`, which is then moved to `final`. What it throws leaves nothing behind. `signal` is
   * aborted when nobody waits any more.
   */
  build(places: BuildPlaces, signal: AbortSignal): Promise<void>;
}

export interface BuildPlaces {
  /** Where it is made; absolute. */
  readonly fresh: string;
  /** Where it will lie; absolute, for files that hold their own path. */
  readonly final: string;
}

export interface DependencyStore {
  /** The folder of this key where it is there already; notes that it was used. */
  find(key: string): Promise<string | undefined>;
  /**
   * The folder of this key, built where it is missing: by one process at a time, for all who wait. Throws `stopped`
   * where `signal` is aborted, once an installation that nobody else waits for has ended.
   */
  folder(key: string, request: StoreRequest): Promise<string>;
}

/** `folder` is made where it is missing; `mostBytes` of it are kept, the longest unused going first. */
export function createDependencyStore(folder: string, mostBytes: number): DependencyStore {
  const work = createSharedWork<string>();

  const find = async (key: string) => {
    const path = join(folder, key);
    return (await touch(path)) ? path : undefined;
  };

  const produce = async (key: string, request: StoreRequest, signal: AbortSignal) => {
    await makeFolder(folder);
    const lock = await takeKeyLock(join(folder, `${key}.lock`), signal);
    try {
      const there = await find(key);
      if (there !== undefined) return there;
      await removeLeftBehind(folder, key);
      await buildInto(folder, key, { ...request, signal });
    } finally {
      await lock.release();
    }
    await cleanStore(folder, { mostBytes, kept: key });
    return join(folder, key);
  };

  return {
    find,
    folder: async (key, request) =>
      (await find(key)) ??
      (await work.join(key, request.signal, (signal) => produce(key, request, signal))),
  };
}

async function buildInto(folder: string, key: string, request: StoreRequest): Promise<void> {
  const places = { fresh: join(folder, `.new-${key}-${randomUUID()}`), final: join(folder, key) };
  try {
    await mkdir(places.fresh);
    await request.build(places, request.signal);
    // Where a lock was taken over from somebody who still lived, theirs is as good.
    await rename(places.fresh, places.final).catch(ignoreExisting);
  } finally {
    await removeFolder(places.fresh);
  }
}

/** Whoever made these is gone: this process has the key's lock. */
async function removeLeftBehind(folder: string, key: string): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter((each) => each.startsWith(`.new-${key}-`)))
    await removeFolder(join(folder, name));
}

async function touch(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return false;
  const now = new Date();
  // On a disk that is read-only now it is there all the same.
  await utimes(path, now, now).catch(() => undefined);
  return true;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
