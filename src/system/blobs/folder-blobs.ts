// Contents in a directory below QIAO_DATA: written beside, hashed on the way, and put under their name whole.

import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '#base/app-error.ts';
import { blobTexts } from '#contract/texts/blob-texts.ts';
import { makeFolder, OWN_MODE } from '#system/make-folder.ts';
import { isBlobKey, type BlobContent, type BlobStore, type StoredBlob } from './blob-store.ts';

/** Half-written ones that are older are of a process that went away. */
const STALE_MS = 3_600_000;

export function createFolderBlobs(root: string): BlobStore {
  const placeOf = (key: string): string => {
    if (!isBlobKey(key)) throw new AppError('not-found', blobTexts.gone());
    return join(root, key.slice(0, 2), key);
  };
  return {
    put: (content) => put(root, placeOf, content).catch(refuse),
    async open(key, { start, end }) {
      const place = placeOf(key);
      const facts = await stat(place).catch(() => undefined);
      if (facts?.isFile() !== true) throw new AppError('not-found', blobTexts.gone());
      return end > start ? createReadStream(place, { start, end: end - 1 }) : Readable.from([]);
    },
    remove: (key) => rm(placeOf(key), { force: true }).catch(refuse),
    list: () => list(root),
    async check() {
      await makeFolder(root, OWN_MODE);
    },
  };
}

async function put(
  root: string,
  placeOf: (key: string) => string,
  content: BlobContent,
): Promise<StoredBlob> {
  const parts = join(root, 'parts');
  await makeFolder(parts, OWN_MODE);
  const part = join(parts, randomUUID());
  try {
    const stored = await written(part, content);
    const place = placeOf(stored.key);
    if (await isKept(place, stored.bytes)) return stored;
    const folder = join(place, '..');
    await makeFolder(folder, OWN_MODE);
    await rename(part, place);
    await syncFolder(folder);
    return stored;
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

async function written(part: string, { read }: BlobContent): Promise<StoredBlob> {
  const file = await open(part, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of read()) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await writeAll(file, chunk);
    }
    await file.sync();
    return { key: hash.digest('hex'), bytes };
  } finally {
    await file.close();
  }
}

/** One write may take less than it is given. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
}

/** Put once more, it counts as new: who clears away what nobody needs leaves it for a while. */
async function isKept(place: string, bytes: number): Promise<boolean> {
  const facts = await stat(place).catch(() => undefined);
  if (facts?.size !== bytes) return false;
  const now = new Date();
  return utimes(place, now, now).then(
    () => true,
    () => false,
  );
}

/** So that a loss of power does not take the name away again; some systems can't. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function* list(root: string): ReturnType<BlobStore['list']> {
  await removeStale(join(root, 'parts'));
  const folders = await readdir(root).catch(() => []);
  for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const key of await readdir(join(root, folder)).catch(() => [])) {
      const facts = isBlobKey(key) ? await stat(join(root, folder, key)).catch(() => undefined) : undefined; // prettier-ignore
      if (facts !== undefined) yield { key, putAt: facts.mtime };
    }
}

async function removeStale(parts: string): Promise<void> {
  for (const name of await readdir(parts).catch(() => [])) {
    const facts = await stat(join(parts, name)).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > STALE_MS)
      await rm(join(parts, name), { force: true }).catch(() => undefined);
  }
}

/** What the machine refuses is told by its code. */
function refuse(error: unknown): never {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) throw error;
  const systemCode = String(error.code);
  throw new AppError('path-refused', blobTexts.notStored(systemCode), {
    cause: error,
    details: { systemCode },
  });
}
