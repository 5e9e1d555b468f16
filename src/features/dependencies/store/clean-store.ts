// Keeps the installed packages within bounds: what nobody used for long goes, and then the longest unused.

import { randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_MS = 30 * 24 * 3600 * 1000;
/** A worker that is kept warm has opened its packages long before it imports the last of them. */
const SURELY_UNUSED_MS = 24 * 3600 * 1000;
const SIZE_FILE = 'installed.json';

export interface StoreBounds {
  readonly mostBytes: number;
  /** The key that was just made. */
  readonly kept: string;
}

interface Installed {
  readonly path: string;
  readonly unusedMs: number;
  readonly bytes: number;
}

/** Two processes may do this at once. */
export async function cleanStore(folder: string, { mostBytes, kept }: StoreBounds): Promise<void> {
  const all = await installedIn(folder, kept);
  const leaving = all.filter(({ unusedMs }) => unusedMs > KEPT_MS);
  const staying = all
    .filter(({ unusedMs }) => unusedMs <= KEPT_MS)
    .toSorted((a, b) => a.unusedMs - b.unusedMs);
  let total = 0;
  for (const each of staying) {
    total += each.bytes;
    if (total > mostBytes && each.unusedMs > SURELY_UNUSED_MS) leaving.push(each);
  }
  for (const { path } of leaving) {
    const gone = join(folder, `.old-${randomUUID()}`);
    // Out of the way first: nobody finds half of it.
    const isMoved = await rename(path, gone).then(
      () => true,
      () => false,
    );
    if (isMoved) await removeFolder(gone);
  }
}

export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Notes beside what was installed how much it is, so that a look at the store reads one small file each. */
export async function noteSize(folder: string): Promise<void> {
  const bytes = await bytesBelow(folder);
  await writeFile(join(folder, SIZE_FILE), JSON.stringify({ bytes }));
}

async function installedIn(folder: string, kept: string): Promise<readonly Installed[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names
      .filter((name) => name !== kept && !name.endsWith('.lock') && !name.startsWith('.new-'))
      .map(async (name): Promise<Installed | undefined> => {
        const path = join(folder, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts === undefined) return undefined;
        // What a clean-up that was killed has left.
        if (name.startsWith('.old-')) return { path, unusedMs: Infinity, bytes: 0 };
        return { path, unusedMs: Date.now() - facts.mtimeMs, bytes: await sizeOf(path) };
      }),
  );
  return found.filter((each) => each !== undefined);
}

async function sizeOf(path: string): Promise<number> {
  const text = await readFile(join(path, SIZE_FILE), 'utf8').catch(() => '{}');
  const bytes = Number(/"bytes":(\d+)/.exec(text)?.[1] ?? 0);
  return bytes;
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await bytesBelow(path) : (await lstat(path)).size;
  }
  return bytes;
}
