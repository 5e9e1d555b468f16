// The version of a package: a hash of its files' paths and contents, remembered file by file.

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listFiles } from './discovery/list-files.ts';

/** Remembers what each file's content hashed to; made new for each package. */
export type ContentMemory = Map<string, RememberedFile>;

interface RememberedFile {
  /** Size, times and identity when it was hashed. */
  readonly mark: string;
  readonly hash: string;
}

/** Within this time a file may change again without its times showing it. */
const UNSETTLED_MS = 2000;

/**
 * SHA-256 in hex over the relative paths and contents of the package's files as they are now. A file is read again
 * only where its times, size or identity changed, or where it changed too short a time ago for them to tell.
 * Undefined where the folder can't be read.
 */
export async function contentVersion(
  folder: string,
  memory: ContentMemory,
): Promise<string | undefined> {
  const files = filesOf(folder);
  if (files === undefined) return undefined;
  const whole = createHash('sha256');
  const present = new Set(files);
  for (const file of memory.keys()) if (!present.has(file)) memory.delete(file);
  for (const file of files.toSorted()) {
    whole.update(`${file}\0${await fileHash(join(folder, file), file, memory)}\n`);
  }
  return whole.digest('hex');
}

function filesOf(folder: string): readonly string[] | undefined {
  try {
    return listFiles(folder).files;
  } catch {
    return undefined;
  }
}

async function fileHash(path: string, file: string, memory: ContentMemory): Promise<string> {
  try {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    const mark = [size, mtimeMs, ctimeMs, ino].join(' ');
    const known = memory.get(file);
    if (known?.mark === mark) return known.hash;
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) > UNSETTLED_MS;
    const content = createHash('sha256');
    await pipeline(createReadStream(path), content);
    const hash = content.digest('hex');
    if (isSettled) memory.set(file, { mark, hash });
    return hash;
  } catch (error) {
    return `unreadable ${error instanceof Error && 'code' in error ? String(error.code) : ''}`;
  }
}
