// Which files at the top of a workspace are not what they were: by their content where time and size don't tell (ART-05).

import { createHash } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

export interface WorkspaceSnapshot {
  /** Those that are new, or have another content, the oldest first. Sub-directories and links are none of it. */
  changed(): Promise<readonly ChangedFile[]>;
}

interface ChangedFile {
  /** At the workspace's top. */
  readonly name: string;
  readonly bytes: number;
  /** Differs where it was touched since. */
  readonly stamp: string;
}

interface Snapshots {
  /** Empty where a skill has taken the workspace itself away. */
  take(workspace: string): Promise<WorkspaceSnapshot>;
}

/** Of a file at its path; undefined where there is none. */
export async function fileStamp(path: string): Promise<string | undefined> {
  const facts = await lstat(path, { bigint: true }).catch(() => undefined);
  return facts === undefined ? undefined : stampOf(facts);
}

type StampFacts = Pick<BigIntStats, 'size' | 'mtimeNs' | 'ctimeNs' | 'ino' | 'dev'>;

function stampOf({ size, mtimeNs, ctimeNs, ino, dev }: StampFacts): string {
  return [size, mtimeNs, ctimeNs, ino, dev].join(' ');
}

interface FileMark {
  readonly stamp: string;
  readonly bytes: number;
  readonly modifiedNs: bigint;
  /** Of its content; undefined where nobody looked. */
  readonly hash: string | undefined;
}

/** What is read of a workspace before a run at most; what is known from before is not read again. */
const MOST_READ_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 20_000;
const MOST_KNOWN = 10_000;

/** Keeps what it has read of files, so that each content is read once. */
export function createSnapshots(): Snapshots {
  const known = new Map<string, FileMark>();
  return {
    async take(workspace) {
      const before = await marksOf(workspace, { known, leftBytes: MOST_READ_BYTES });
      return { changed: () => changedSince(before, workspace) };
    },
  };
}

interface Reading {
  readonly known: Map<string, FileMark>;
  leftBytes: number;
}

async function marksOf(
  workspace: string,
  reading: Reading,
): Promise<ReadonlyMap<string, FileMark>> {
  const found = await eachFile(workspace, async (name) => {
    const mark = await markOf(join(workspace, name), reading);
    return mark === undefined ? undefined : ([name, mark] as const);
  });
  return new Map(found);
}

const AT_ONCE = 16;

/** What `look` gives of each file at the top, in whatever order; a few at once. */
async function eachFile<Found>(
  workspace: string,
  look: (name: string) => Promise<Found | undefined>,
): Promise<readonly Found[]> {
  const waiting = [...(await fileNames(workspace))];
  const all: Found[] = [];
  const work = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const found = await look(name);
      if (found !== undefined) all.push(found);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work));
  return all;
}

async function fileNames(workspace: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(workspace, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).slice(0, MOST_FILES);
    return files.map((entry) => entry.name);
  } catch {
    // There is nothing in it, or it is not there: the same to whoever asks what was made.
    return [];
  }
}

async function markOf(path: string, reading: Reading): Promise<FileMark | undefined> {
  const kept = reading.known.get(path);
  if (kept?.hash !== undefined && kept.stamp === (await fileStamp(path))) return kept;
  return withFile(path, async (file) => {
    const facts = await file.stat({ bigint: true });
    const stamp = stampOf(facts);
    const bytes = Number(facts.size);
    const isRead = bytes <= reading.leftBytes;
    if (isRead) reading.leftBytes -= bytes;
    const hash = isRead ? await contentHash(file) : undefined;
    return remembered(reading.known, path, { stamp, bytes, modifiedNs: facts.mtimeNs, hash });
  });
}

function remembered(known: Map<string, FileMark>, path: string, mark: FileMark): FileMark {
  known.delete(path);
  known.set(path, mark);
  const [oldest] = known.keys();
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
  return mark;
}

async function changedSince(
  before: ReadonlyMap<string, FileMark>,
  workspace: string,
): Promise<readonly ChangedFile[]> {
  const changed = await eachFile(workspace, async (name) => {
    const is = await changedFile(join(workspace, name), before.get(name));
    return is === undefined ? undefined : { name, ...is };
  });
  return changed
    .toSorted((a, b) => (a.modifiedNs < b.modifiedNs ? -1 : 1))
    .map(({ name, bytes, stamp }) => ({ name, bytes, stamp }));
}

/** Read only where its size is what it was, and its content was looked at then. */
async function changedFile(
  path: string,
  was: FileMark | undefined,
): Promise<Omit<FileMark, 'hash'> | undefined> {
  if (was !== undefined && was.stamp === (await fileStamp(path))) return undefined;
  return withFile(path, async (file) => {
    const facts = await file.stat({ bigint: true });
    const stamp = stampOf(facts);
    if (was?.stamp === stamp) return undefined;
    const bytes = Number(facts.size);
    const isSame =
      was?.hash !== undefined && was.bytes === bytes && was.hash === (await contentHash(file));
    return isSame ? undefined : { stamp, bytes, modifiedNs: facts.mtimeNs };
  });
}

const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Undefined for a file that went away meanwhile, or that may not be read. */
async function withFile<Result>(
  path: string,
  look: (file: FileHandle) => Promise<Result>,
): Promise<Result | undefined> {
  const file = await open(path, FLAGS).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    return await look(file);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function contentHash(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const buffer = new Uint8Array(256 * 1024);
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return hash.digest('base64');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}
