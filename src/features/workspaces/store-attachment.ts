// Puts a file that comes as a stream into a session's workspace: whole under its name, or not at all.

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  link,
  lstat,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { workspaceTexts } from '#contract/texts/workspace-texts.ts';
import { makeFolder, OWN_MODE } from '#system/make-folder.ts';
import { numberedFileName, safeFileName } from './attachment-name.ts';
import { readFileType, type FileType } from './file-kind.ts';

/** In a workspace: where uploads lie. */
const ATTACHMENTS_FOLDER = 'attachments';
/** And what was downloaded for results that name it by an address. */
export const DOWNLOADS_FOLDER = 'downloads';
const PART = /^\.upload-[\w-]+\.part$/;
/** Older ones are of a process that went away. */
const STALE_MS = 3_600_000;
const MOST_NUMBERS = 10_000;

export interface AttachmentStream {
  /** As its sender calls it. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly mostBytes: number;
  /** At the workspace's top; that of uploads where it is left out. */
  readonly folder?: typeof DOWNLOADS_FOLDER;
  /** What its sender said; anything else is half a file. */
  readonly expectedBytes?: number | undefined;
}

export interface StoredFile extends FileType {
  readonly name: string;
  /** In the workspace, with `/` between the names. */
  readonly path: string;
  readonly bytes: number;
  /** It has another name than it came with. */
  readonly isRenamed: boolean;
}

/**
 * `workspace` exists (`openWorkspace`). Holds no more than one chunk in memory. Throws `request-too-large` at the first
 * byte above the limit, `request-invalid` where the stream is shorter than was said, `path-refused` where it can't be
 * written, and whatever the stream throws; nothing is left of it then.
 */
export async function storeAttachment(
  workspace: string,
  upload: AttachmentStream,
): Promise<StoredFile> {
  try {
    const folder = await ownFolder(workspace, upload.folder ?? ATTACHMENTS_FOLDER);
    await removeStale(folder);
    return await stored(folder, upload);
  } catch (error) {
    throw asAppError(error);
  }
}

async function stored(folder: string, upload: AttachmentStream): Promise<StoredFile> {
  const part = join(folder, `.upload-${randomUUID()}.part`);
  try {
    const name = safeFileName(upload.name);
    const { bytes, type } = await written(part, { ...upload, name });
    const kept = await placed(folder, part, name);
    return {
      ...type,
      name: kept,
      path: `${basename(folder)}/${kept}`,
      bytes,
      isRenamed: kept !== upload.name.normalize('NFC'),
    };
  } finally {
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** A skill may have put a link there: nothing is written behind it. Nor where it put a file. */
async function ownFolder(workspace: string, name: string): Promise<string> {
  const root = await realpath(workspace);
  const folder = join(root, name);
  const facts = await lstat(folder).catch(() => undefined);
  if (facts === undefined) await makeFolder(folder, OWN_MODE);
  if ((await lstat(workspace)).isSymbolicLink() || (await realpath(folder)) !== folder)
    throw new AppError('path-refused', workspaceTexts.outside(name));
  if (facts?.isDirectory() === false)
    throw new AppError('path-refused', attachmentTexts.noFolder(name));
  return folder;
}

/** What can't be removed, as a folder that a skill called so, stays: it is in nobody's way. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!PART.test(name)) continue;
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > STALE_MS)
      await rm(path, { force: true }).catch(() => undefined);
  }
}

interface Written {
  readonly bytes: number;
  readonly type: FileType;
}

const NEW_FILE =
  constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

async function written(part: string, upload: AttachmentStream): Promise<Written> {
  const file = await open(part, NEW_FILE, 0o600);
  try {
    const bytes = await writeAll(file, upload);
    if (upload.expectedBytes !== undefined && bytes !== upload.expectedBytes)
      throw new AppError('request-invalid', attachmentTexts.cutOff());
    await file.sync();
    return { bytes, type: await readFileType(file, upload.name, bytes) };
  } finally {
    await file.close();
  }
}

async function writeAll(
  file: FileHandle,
  { chunks, mostBytes }: AttachmentStream,
): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw fileTooLarge(mostBytes);
    // One write may take less than it is given.
    for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten;
  }
  return bytes;
}

export function fileTooLarge(mostBytes: number): AppError {
  return new AppError('request-too-large', attachmentTexts.tooLarge(mostBytes), {
    details: { mostBytes },
  });
}

/** Under the first name that is free: a link, unlike a rename, never takes another file's place. */
async function placed(folder: string, part: string, name: string): Promise<string> {
  for (let number = 1; number < MOST_NUMBERS; number += 1) {
    const candidate = numberedFileName(name, number);
    if (await tookName(part, join(folder, candidate))) return await synced(folder, candidate);
  }
  throw new AppError('conflict', attachmentTexts.notStored('EEXIST'));
}

async function tookName(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error;
  }
  // A file system without links.
  if ((await lstat(path).catch(() => undefined)) !== undefined) return false;
  await rename(part, path);
  return true;
}

/** So that a loss of power does not take the name away again; some systems can't. */
async function synced(folder: string, name: string): Promise<string> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
  return name;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What the machine refuses is told by its code; the rest as it is. */
function asAppError(error: unknown): unknown {
  const isOfMachine =
    error instanceof Error && 'syscall' in error && codeOf(error) !== 'ECONNRESET';
  if (error instanceof AppError || !isOfMachine) return error;
  const code = codeOf(error);
  return new AppError('path-refused', attachmentTexts.notStored(code), {
    cause: error,
    details: { systemCode: code },
  });
}
