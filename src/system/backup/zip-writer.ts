// Writes the ZIP file of a backup entry by entry, in bounded memory; it appears under its name only when it is whole.

import { createHash } from 'node:crypto';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { StoredEntry } from './manifest.ts';

/** Rows and texts shrink to a third at this level already; higher ones take twice as long for a few per cent. */
const COMPRESSION_LEVEL = 4;

export interface ZipWriter {
  /** Resolves once all of `source` has been taken. One entry at a time. */
  add(entry: string, source: Readable): Promise<StoredEntry>;
  /** Syncs the file to the disk and gives it its name; the answer is its size in bytes. */
  finish(): Promise<number>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** Writes to `<file>.part`. Throws `path-refused`, from every method where the disk refuses. */
export async function createZipWriter(file: string): Promise<ZipWriter> {
  const part = `${file}.part`;
  const handle = await openPart(part, file);
  const zip = new ZipFile();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a PassThrough, which its types don't say
  const output = zip.outputStream as Readable;
  const written = writeOut(output, handle);
  const failed = Promise.race([written.then(() => never<Error>(), asError), zipError(zip)]);

  return {
    async add(entry, source) {
      const meter = createMeter();
      const taken = pipeline(source, meter.stream, { end: true });
      zip.addReadStream(meter.stream, entry, {
        compressionLevel: COMPRESSION_LEVEL,
        mode: 0o100_600,
      });
      const problem = await Promise.race([taken.then(() => undefined), failed]);
      if (problem !== undefined) {
        taken.catch(() => undefined);
        source.destroy();
        throw writeFailure(file, problem);
      }
      return { entry, ...meter.result() };
    },
    async finish() {
      try {
        zip.end();
        await written;
        await handle.sync();
        const { size, ino } = await handle.stat();
        const named = await stat(part);
        if (named.ino !== ino) throw new AppError('conflict', backupTexts.busy(file));
        await handle.close();
        await rename(part, file);
        await syncFolder(dirname(file));
        return size;
      } catch (thrown) {
        throw writeFailure(file, thrown);
      }
    },
    async abandon() {
      // Without a reader the ZIP stream would wait for ever.
      output.destroy();
      await written.catch(() => undefined);
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

async function openPart(part: string, file: string): Promise<FileHandle> {
  try {
    // Never through a link that somebody put there: the name is taken away first, and only a new file is opened.
    await rm(part, { force: true });
    return await open(part, 'wx', 0o600);
  } catch (thrown) {
    throw writeFailure(file, thrown);
  }
}

async function writeOut(source: Readable, handle: FileHandle): Promise<void> {
  for await (const chunk of source) await handle.writeFile(chunk);
}

function zipError(zip: ZipFile): Promise<Error> {
  return new Promise((resolve) => {
    zip.once('error', resolve);
  });
}

function never<Value>(): Promise<Value> {
  return new Promise(() => {});
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

interface Meter {
  readonly stream: Transform;
  result(): { readonly bytes: number; readonly sha256: string };
}

function createMeter(): Meter {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

function writeFailure(file: string, thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'ABORT_ERR') return thrown;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  const text = isFull
    ? backupTexts.diskFull(file)
    : backupTexts.cannotWrite(file, messageOf(thrown));
  return new AppError('path-refused', text, { cause: thrown });
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing; the rename has happened in any case.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
