// Keeps one file of the workspace as it is now: checked, typed, and copied where later runs can't change it.

import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { artifactTexts } from '#contract/texts/artifact-texts.ts';
import {
  kindOfName,
  openWorkspaceFile,
  readFileType,
  type FileKind,
  type WorkspaceFile,
} from '#features/workspaces/index.ts';
import type { BlobStore } from '#system/blobs/blob-store.ts';
import type { KeptFile } from './collected-file.ts';
import type { Room } from './room.ts';

export interface KeepRequest {
  readonly workspace: string;
  /** In the workspace, with `/` between the names. */
  readonly path: string;
  /** As people are told it. */
  readonly name: string;
  /** What it is for people; by its ending, else by its content where it is left out (ART-06). */
  readonly kind: FileKind | undefined;
  /** Undefined where the workspace's own file is what is given. */
  readonly blobs: BlobStore | undefined;
  readonly room: Room;
}

export type KeptOrNot =
  | ({ readonly status: 'kept' } & Pick<KeptFile, 'kind' | 'mediaType' | 'bytes' | 'blob'>)
  | {
      readonly status: 'failed';
      /** `gone`: there is none, or no regular file. `unsettled`: it was written to all the while. */
      readonly because: 'outside' | 'gone' | 'unsettled' | 'other';
      readonly reason: Text;
    };

const TRIES = 5;
const PAUSE_MS = 200;
/** A file that nobody wrote to for so long is believed to be finished. */
const REST_MS = 60;

/** Never throws. */
export async function keepFile(request: KeepRequest): Promise<KeptOrNot> {
  try {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      const kept = await keptAsItIs(request);
      if (kept !== undefined) return kept;
      if (tried < TRIES) await pause(PAUSE_MS);
    }
    return {
      status: 'failed',
      because: 'unsettled',
      reason: artifactTexts.unsettled(request.path),
    };
  } catch (error) {
    return failed(request.path, error);
  }
}

/** Undefined where somebody wrote to it meanwhile. */
async function keptAsItIs(request: KeepRequest): Promise<KeptOrNot | undefined> {
  const file = await openWorkspaceFile(request.workspace, request.path);
  const { bytes } = file;
  try {
    const before = await stampOf(file);
    const { mediaType, kind } = await readFileType(file.handle, request.name, bytes);
    const blob = await copied(file, request);
    // Who writes piece by piece has written again by then.
    const restMs = REST_MS - (Date.now() - file.modifiedAt.getTime());
    if (blob !== undefined && restMs > 0) await pause(restMs);
    const isSettled = (await stampOf(file)) === before && (blob?.bytes ?? bytes) === bytes;
    const told = request.kind ?? kindOfName(request.name) ?? kind;
    if (isSettled) return { status: 'kept', mediaType, kind: told, bytes, blob: blob?.key };
    if (blob !== undefined) request.room.take(-bytes);
    return undefined;
  } finally {
    await file.handle.close();
  }
}

async function stampOf({ handle }: WorkspaceFile): Promise<string> {
  const { size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
  return `${size} ${mtimeNs} ${ctimeNs}`;
}

async function copied(
  file: WorkspaceFile,
  { blobs, room }: KeepRequest,
): Promise<{ readonly key: string; readonly bytes: number } | undefined> {
  if (blobs === undefined) return undefined;
  room.take(file.bytes);
  return blobs.put({
    read: () => file.handle.createReadStream({ start: 0, autoClose: false }),
  });
}

function failed(path: string, error: unknown): KeptOrNot {
  if (!(error instanceof AppError)) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
    return { status: 'failed', because: 'other', reason: artifactTexts.unreadable(path, code) };
  }
  if (error.code === 'not-found')
    return { status: 'failed', because: 'gone', reason: artifactTexts.missing(path) };
  const { systemCode } = error.details;
  if (typeof systemCode === 'string') {
    const reason = artifactTexts.unreadable(path, systemCode);
    return { status: 'failed', because: 'other', reason };
  }
  if (error.code === 'path-refused')
    return { status: 'failed', because: 'outside', reason: artifactTexts.outside(path) };
  return { status: 'failed', because: 'other', reason: error.text };
}

/**
 * From a path as a skill gives it, absolute or relative to the workspace, to its place there. Undefined where it leaves
 * the workspace (ART-09); whether links in it do is seen when it is opened.
 */
export async function placeInWorkspace(
  workspace: string,
  given: string,
): Promise<string | undefined> {
  const path = given.trim().replace(/^file:\/\/(?=\/)/, '');
  if (!isAbsolute(path)) return path.replace(/^(\.[/\\])+/, '');
  const real = await realpath(workspace).catch(() => workspace);
  const places = [relative(workspace, path), relative(real, path)];
  const inside = places.find((place) => place !== '' && !/^\.\.(?:[/\\]|$)/.test(place));
  return inside === undefined || isAbsolute(inside) ? undefined : inside.split(sep).join('/');
}
