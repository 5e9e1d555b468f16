// Puts a large result into its session's hidden folder: written, synced, read back and compared, then given its name (OFF-01).

import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { indexPath, writeIndexedJson, type ResultIndex } from '#features/results/index.ts';
import { makeFolder, OWN_MODE } from '#system/make-folder.ts';

const PIECE_BYTES = 1024 * 1024;
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const FILE_MODE = 0o600;

export type StoredResult =
  | { readonly status: 'stored'; readonly path: string; readonly chars: number }
  /** Nothing of it is left on the disk. `problem`: the system's code, or what was not as it should be. */
  | { readonly status: 'failed'; readonly problem: string };

/** `<workspace>/.toolout/toolout_<skill>_<8 hex>.json`, and an index beside it. Never throws for what the disk does. */
export async function storeResult(
  envelope: JsonObject,
  { workspace, skill }: { readonly workspace: string; readonly skill: string },
): Promise<StoredResult> {
  try {
    const folder = await hiddenFolder(workspace);
    const path = join(folder, fileName(skill));
    const { pieces, index } = asPieces(envelope);
    await storeBoth(folder, path, { pieces, index });
    return { status: 'stored', path, chars: index.root.chars };
  } catch (error) {
    return { status: 'failed', problem: problemOf(error) };
  }
}

function fileName(skill: string): string {
  const name = skill.replaceAll(/[/\\\0]/g, '_');
  return `toolout_${name}_${randomBytes(4).toString('hex')}.json`;
}

async function hiddenFolder(workspace: string): Promise<string> {
  const folder = join(workspace, '.toolout');
  // A skill may have put a link in its place, to have the platform write somewhere else.
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() === false) await rm(folder, { force: true });
  await makeFolder(folder, OWN_MODE);
  return folder;
}

interface Pieces {
  readonly pieces: readonly Buffer[];
  readonly index: ResultIndex;
}

function asPieces(envelope: JsonObject): Pieces {
  const pieces: Buffer[] = [];
  let piece = Buffer.allocUnsafe(PIECE_BYTES);
  let used = 0;
  let bytes = 0;
  const root = writeIndexedJson(envelope, (text) => {
    // A UTF-16 unit has three bytes at most.
    const most = text.length * 3;
    if (most > piece.length - used) {
      pieces.push(piece.subarray(0, used));
      piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, most));
      used = 0;
    }
    const added = piece.write(text, used);
    used += added;
    bytes += added;
    return added;
  });
  pieces.push(piece.subarray(0, used));
  return { pieces, index: { version: 1, bytes, root } };
}

/** Under other names first: what has the final name is whole. */
async function storeBoth(folder: string, path: string, { pieces, index }: Pieces): Promise<void> {
  const parts = { result: `${path}.part`, index: `${indexPath(path)}.part` };
  try {
    // Both are waited for: what is taken away below must not be made after that.
    const written = await Promise.allSettled([
      writeAndCompare(parts.result, pieces),
      writeAndCompare(parts.index, [Buffer.from(JSON.stringify(index))]),
    ]);
    for (const each of written) if (each.status === 'rejected') throw each.reason;
    await refuseMoved(folder);
    await rename(parts.index, indexPath(path));
    await rename(parts.result, path);
    await syncFolder(folder);
  } catch (error) {
    await Promise.all([
      rm(parts.result, { force: true }).catch(() => undefined),
      rm(parts.index, { force: true }).catch(() => undefined),
      rm(indexPath(path), { force: true }).catch(() => undefined),
    ]);
    throw error;
  }
}

async function writeAndCompare(path: string, pieces: readonly Buffer[]): Promise<void> {
  const file = await open(path, FLAGS, FILE_MODE);
  try {
    for (const piece of pieces) await writeAll(file, piece);
    await file.sync();
    await compare(file, pieces);
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, piece: Buffer): Promise<void> {
  for (let done = 0; done < piece.length;) {
    const { bytesWritten } = await file.write(piece, done);
    done += bytesWritten;
  }
}

async function compare(file: FileHandle, pieces: readonly Buffer[]): Promise<void> {
  const buffer = Buffer.allocUnsafe(Math.max(...pieces.map(({ length }) => length)));
  let at = 0;
  for (const piece of pieces) {
    for (let done = 0; done < piece.length;) {
      const { bytesRead } = await file.read(buffer, 0, piece.length - done, at + done);
      const isSame =
        bytesRead > 0 && buffer.compare(piece, done, done + bytesRead, 0, bytesRead) === 0;
      if (!isSame) throw new NotAsWritten('what was read back is not what was written');
      done += bytesRead;
    }
    at += piece.length;
  }
  const { size } = await file.stat();
  if (size !== at) throw new NotAsWritten('the file has another length than was written');
}

/** A skill may have put a link in the folder's place meanwhile: what was written then lies elsewhere. */
async function refuseMoved(folder: string): Promise<void> {
  const real = join(await realpath(join(folder, '..')), '.toolout');
  if ((await realpath(folder)) !== real)
    throw new NotAsWritten('another folder was put in the place of .toolout');
}

/** So that the names outlast a loss of power, where the system can do that for a folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

class NotAsWritten extends Error {
  override readonly name = 'NotAsWritten';
}

function problemOf(error: unknown): string {
  if (error instanceof NotAsWritten) return error.message;
  const code = error instanceof AppError ? error.details?.['systemCode'] : codeOf(error);
  return typeof code === 'string' ? code : 'the file could not be written';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
