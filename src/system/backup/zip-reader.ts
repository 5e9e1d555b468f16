// Reads a backup's ZIP file; each entry is compared with its size and checksum while it streams.

import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { StoredEntry } from './manifest.ts';

const { why } = backupTexts;

/** The best that the ZIP format's compression can do is about 1032 to 1. */
const MOST_COMPRESSION = 1100;

export interface ZipReader {
  readonly file: string;
  readonly names: ReadonlySet<string>;
  /** `backup-invalid`, of this file. */
  refuse(reason: Text, cause?: unknown): AppError;
  /** All of a small entry, which may be `mostBytes` long. */
  readWhole(name: string, mostBytes: number): Promise<Buffer>;
  /** Fails with `backup-invalid` at its end where size or checksum differ. */
  read(stored: StoredEntry): Promise<Readable>;
  /** Whether the directory at the end of the file says the same sizes; unpacks nothing. */
  checkSize(stored: StoredEntry): void;
  close(): Promise<void>;
}

/** Keeps the file open: what was checked is what is read later, whatever becomes of its name. */
export async function openZipReader(file: string): Promise<ZipReader> {
  const refuse = (reason: Text, cause?: unknown) =>
    new AppError('backup-invalid', backupTexts.invalid(file, reason), { cause });
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const zip = await readDirectory(handle).catch((thrown: unknown) => {
      throw refuse(why.notZip(messageOf(thrown)), thrown);
    });
    const entries = await readEntries(zip, size).catch((thrown: unknown) => {
      throw thrown instanceof AppError ? thrown : refuse(why.notZip(messageOf(thrown)), thrown);
    });
    return readerOf({ file, refuse, handle, zip, entries });
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new AppError('path-refused', backupTexts.cannotRead(file, messageOf(cause)), { cause });
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new AppError('path-refused', backupTexts.notAFile(file));
}

function readDirectory(handle: FileHandle): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true };
  return fromFdPromise(handle.fd, options);
}

async function readEntries(zip: ZipFile, size: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let packed = 0;
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} twice`);
    entries.set(entry.fileName, entry);
    packed += entry.compressedSize;
    if (entry.uncompressedSize > entry.compressedSize * MOST_COMPRESSION + MOST_COMPRESSION) {
      throw new Error(`${entry.fileName}: ${entry.compressedSize} → ${entry.uncompressedSize}`);
    }
  }
  // Entries that lie over each other are how a small file becomes an enormous one.
  if (packed > size) throw new Error(`${packed} > ${size}`);
  return entries;
}

interface Opened {
  readonly file: string;
  readonly refuse: ZipReader['refuse'];
  readonly handle: FileHandle;
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

function readerOf({ file, refuse, handle, zip, entries }: Opened): ZipReader {
  const find = (name: string): Entry => {
    const entry = entries.get(name);
    if (entry === undefined) throw refuse(why.missing(name));
    return entry;
  };
  const unpack = async (name: string): Promise<Readable> => {
    const entry = find(name);
    try {
      return await zip.openReadStreamPromise(entry);
    } catch (thrown) {
      throw refuse(why.compression(name, messageOf(thrown)), thrown);
    }
  };
  const checkSize = ({ entry: name, bytes }: StoredEntry): void => {
    const { uncompressedSize } = find(name);
    if (uncompressedSize !== bytes) throw refuse(why.size(name, bytes, uncompressedSize));
  };
  return {
    file,
    refuse,
    names: new Set(entries.keys()),
    checkSize,
    async readWhole(name, mostBytes) {
      const { uncompressedSize } = find(name);
      if (uncompressedSize > mostBytes) throw refuse(why.size(name, mostBytes, uncompressedSize));
      try {
        return await buffer(await unpack(name));
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown;
        throw refuse(why.compression(name, messageOf(thrown)), thrown);
      }
    },
    async read(stored) {
      checkSize(stored);
      const source = await unpack(stored.entry);
      const checked = createCheck(stored, refuse);
      source.once('error', (error) => {
        checked.destroy(refuse(why.compression(stored.entry, messageOf(error)), error));
      });
      checked.once('close', () => source.destroy());
      source.pipe(checked);
      return checked;
    },
    async close() {
      await handle.close().catch(() => undefined);
    },
  };
}

function createCheck(stored: StoredEntry, refuse: ZipReader['refuse']): Transform {
  const hash = createHash('sha256');
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      if (bytes !== stored.bytes) done(refuse(why.size(stored.entry, stored.bytes, bytes)));
      else if (hash.digest('hex') !== stored.sha256) done(refuse(why.checksum(stored.entry)));
      else done();
    },
  });
}
