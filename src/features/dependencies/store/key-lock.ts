// A lock between processes on one machine: a file that names its owner, and that outlives nobody.

import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isProcessGone, ownProcessIdentity } from '#system/process-identity.ts';

const LOOK_EVERY_MS = 100;
/** Longer than any installation may take: for owners on another machine, of whom nobody here can know. */
const LONGEST_HELD_MS = 20 * 60 * 1000;

export interface KeyLock {
  release(): Promise<void>;
}

/**
 * Waits until the lock is free or its owner is gone. Two who take it from one who is gone may both have it: what it
 * guards must bear that. Rejects with the signal's reason where that is aborted.
 */
export async function takeKeyLock(path: string, signal: AbortSignal): Promise<KeyLock> {
  for (;;) {
    signal.throwIfAborted();
    if (await tryToMake(path)) return { release: () => release(path) };
    if (await isLeftBehind(path)) await rm(path, { force: true });
    else await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function tryToMake(path: string): Promise<boolean> {
  try {
    await writeFile(path, ownProcessIdentity(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isLeftBehind(path: string): Promise<boolean> {
  const owner = await readFile(path, 'utf8').catch(() => undefined);
  const found = await stat(path).catch(() => undefined);
  if (owner === undefined || found === undefined) return false;
  const isOld = Date.now() - found.mtimeMs > LONGEST_HELD_MS;
  return isOld || (owner !== '' && isProcessGone(owner));
}

/** Only one's own: another may have taken it over. */
async function release(path: string): Promise<void> {
  const owner = await readFile(path, 'utf8').catch(() => undefined);
  if (owner === ownProcessIdentity()) await rm(path, { force: true });
}
