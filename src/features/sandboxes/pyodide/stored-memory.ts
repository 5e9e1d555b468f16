// The interpreter's memory as it was once it was ready, in a file: starting from it takes a fifth of the time.

import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import { makeFolder } from '#system/make-folder.ts';

export interface StoredMemoryParts {
  /** Made where it is missing. */
  readonly folder: string;
  /** Of what the memory was made by: another version is another file. */
  readonly version: string;
  /** Told why there is none, where there should be one; nothing fails for it. */
  readonly onProblem: (error: unknown) => void;
}

/** How an interpreter is to start: from the file, without one, or without one and leaving its memory behind. */
export type MemoryStart = 'cold' | 'record' | { readonly file: string };

export interface StoredMemory {
  /** `record` is answered to one at a time, until `release`. Never rejects. */
  chooseStart(): Promise<MemoryStart>;
  /** Several processes may do that at once: one of the files stays. What goes wrong is told and fails nothing. */
  store(memory: Uint8Array<ArrayBuffer>): void;
  /** Whoever got this start has recorded, or will not. */
  release(start: MemoryStart): void;
  /** It was of no use to an interpreter: it is removed, and not asked for again. */
  giveUp(problem: string): Promise<void>;
  /** Resolves when nothing is written any more. */
  settled(): Promise<void>;
}

const CHECKSUM_BYTES = 32;
const ENDING = '.memory';
/** Files of other versions, and parts of files, that are older than this are nobody's any more. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

export function createStoredMemory(parts: StoredMemoryParts): StoredMemory {
  const file = join(parts.folder, `python-${parts.version}${ENDING}`);
  /** The file as it was when its checksum was compared. */
  let checked: string | undefined;
  let isGivenUp = false;
  let isRecording = false;
  let storing = Promise.resolve();

  const report = (cause: unknown): void => {
    const text = codeTexts.memoryNotStored(file, messageOf(cause));
    parts.onProblem(new AppError('sandbox-unavailable', text, { cause }));
  };
  const isWhole = async (): Promise<boolean> => {
    const state = await stateOf(file);
    if (state === undefined || state === checked) return state !== undefined;
    const content = new Uint8Array(await readFile(file));
    const sum = await checksum(content.subarray(CHECKSUM_BYTES));
    if (!sum.equals(content.subarray(0, CHECKSUM_BYTES))) return false;
    checked = state;
    return true;
  };
  return {
    chooseStart: async () => {
      await storing;
      try {
        if (!isGivenUp && (await isWhole())) return { file };
      } catch (error) {
        report(error);
      }
      if (isGivenUp || isRecording) return 'cold';
      isRecording = true;
      return 'record';
    },
    store: (memory) => {
      storing = write(parts.folder, file, memory).catch(report);
    },
    release: (start) => {
      if (start === 'record') isRecording = false;
    },
    giveUp: async (problem) => {
      isGivenUp = true;
      report(problem);
      await rm(file, { force: true }).catch(report);
    },
    settled: async () => await storing,
  };
}

/** Beside its place, and moved there whole. */
async function write(folder: string, file: string, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  await makeFolder(folder);
  const part = join(folder, `.new-${randomUUID()}`);
  try {
    await writeFile(part, [await checksum(memory), memory], { mode: 0o644 });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  await sweep(folder, file);
}

/** Changes with the file; undefined where there is none. */
async function stateOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return found && [found.ino, found.size, found.mtimeMs].join(' ');
}

/** Beside the server's thread: there are some 30 MB of it. */
async function checksum(content: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', content));
}

async function sweep(folder: string, current: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path === current || !(name.endsWith(ENDING) || name.startsWith('.new-'))) continue;
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS)
      await rm(path, { force: true });
  }
}
