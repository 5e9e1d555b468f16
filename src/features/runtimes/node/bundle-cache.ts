// Compiled files by their key: made once, found by every later start, also the next server's.

import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#system/make-folder.ts';

/** What nobody asked for so long is removed when something new is made. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

export interface BundleCache {
  /** The file of this key; `make` is asked for its text where there is none yet, with the path it will have. */
  file(key: string, make: (target: string) => Promise<string>): Promise<string>;
}

/** `folder` is made where it is missing. Written beside its place and moved in whole. */
export function createBundleCache(folder: string): BundleCache {
  const making = new Map<string, Promise<string>>();

  const produce = async (target: string, make: (target: string) => Promise<string>) => {
    if (await touch(target)) return target;
    const text = await make(target);
    await makeFolder(folder);
    const fresh = join(folder, `.new-${randomUUID()}`);
    await writeFile(fresh, text, { mode: 0o644 });
    await rename(fresh, target);
    await sweep(folder);
    return target;
  };
  return {
    file: async (key, make) => {
      const target = join(folder, `${key}.mjs`);
      const running = making.get(key) ?? produce(target, make);
      making.set(key, running);
      try {
        return await running;
      } finally {
        making.delete(key);
      }
    },
  };
}

/** Notes that it was used; false where it is missing. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return await utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { force: true });
  }
}
