// Opens a file of a workspace: the one function that knows what lies in it, for downloads, models and whoever asks by a path.

import { constants } from 'node:fs';
import { lstat, open, realpath, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';
import { workspaceTexts } from '#contract/texts/workspace-texts.ts';

export interface WorkspaceFile {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** Differs where the content does. */
  readonly tag: string;
  /** Whoever has it closes it, or reads it to the end as a stream that closes it. */
  readonly handle: FileHandle;
}

/** A pipe would hold who opens it; a link is none of the workspace's. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * `path` is relative, with `/` between its names. A link may lead to another place of the workspace, never out of it
 * (ART-09). Throws `path-refused` for a path that leaves it, `not-found` for what is not there or is no regular file.
 */
export async function openWorkspaceFile(workspace: string, path: string): Promise<WorkspaceFile> {
  const { root, real } = await realPlace(workspace, path);
  if (real === root) throw new AppError('path-refused', workspaceTexts.outside(path));
  const handle = await open(real, FLAGS).catch((cause: unknown) => {
    throw new AppError('not-found', attachmentTexts.noFile(), { cause });
  });
  try {
    return await opened(handle, { real, path });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The real path of a directory of the workspace, or of the workspace itself (`.`). Throws as opening a file does, and
 * `not-found` for what is no directory.
 */
export async function workspaceFolder(workspace: string, path: string): Promise<string> {
  const { real } = await realPlace(workspace, path);
  const facts = await lstat(real).catch(() => undefined);
  if (facts?.isDirectory() !== true) throw new AppError('not-found', attachmentTexts.noFile());
  return real;
}

/** That it is gone already is well; a link is removed, what it leads to stays. Throws `path-refused` as opening does. */
export async function removeWorkspaceFile(workspace: string, path: string): Promise<void> {
  refuseOutside(path);
  const root = await realRoot(workspace);
  const folder = await realpathOf(join(root, dirname(path)));
  if (folder === undefined) return;
  if (folder !== root && !isBelow(root, folder))
    throw new AppError('path-refused', workspaceTexts.outside(path));
  const file = join(folder, basename(path));
  const facts = await lstat(file).catch(() => undefined);
  if (facts !== undefined && !facts.isDirectory()) await rm(file, { force: true });
}

async function realPlace(
  workspace: string,
  path: string,
): Promise<{ readonly root: string; readonly real: string }> {
  refuseOutside(path);
  const root = await realRoot(workspace);
  const real = await realpath(join(root, path)).catch((cause: unknown) => {
    throw new AppError('not-found', attachmentTexts.noFile(), { cause });
  });
  if (real !== root && !isBelow(root, real))
    throw new AppError('path-refused', workspaceTexts.outside(path));
  return { root, real };
}

/** Elsewhere `a:b.csv` is a name like any other. */
const DRIVE = process.platform === 'win32' ? /^[a-z]:/i : /^[a-z]:[\\/]/i;

/** Throws `path-refused` where a path, whatever is there, can't be one of the workspace's. */
function refuseOutside(path: string): void {
  const names = path.split(/[/\\]/);
  if (isAbsolute(path) || path.includes('\0') || names.includes('..') || DRIVE.test(path))
    throw new AppError('path-refused', workspaceTexts.outside(path));
}

/** A skill may have put a link in the workspace's place: then nothing in it is the session's. */
async function realRoot(workspace: string): Promise<string> {
  const facts = await lstat(workspace).catch(() => undefined);
  if (facts?.isDirectory() !== true) throw new AppError('not-found', attachmentTexts.noFile());
  return realpath(workspace);
}

/** A skill may have changed the path meanwhile: what is open must be what lies there now, and no link. */
async function opened(
  handle: FileHandle,
  { real, path }: { readonly real: string; readonly path: string },
): Promise<WorkspaceFile> {
  const facts = await handle.stat();
  if (!facts.isFile()) throw new AppError('not-found', attachmentTexts.notAFile(path));
  const there = (await realpathOf(real)) === real ? await lstat(real) : undefined;
  if (there?.ino !== facts.ino || there.dev !== facts.dev)
    throw new AppError('path-refused', workspaceTexts.outside(path));
  return {
    name: basename(path),
    bytes: facts.size,
    modifiedAt: facts.mtime,
    tag: `${facts.size.toString(36)}-${Math.round(facts.mtimeMs * 1000).toString(36)}-${facts.ino.toString(36)}`,
    handle,
  };
}

function realpathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
