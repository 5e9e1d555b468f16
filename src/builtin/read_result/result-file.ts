// A stored result, open: its file, and the index that says what lies where in it.

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { readResultTexts } from '#contract/texts/read-result-texts.ts';
import { indexPath, readResultIndex, type IndexNode } from '#features/results/index.ts';
import {
  openWorkspaceFile,
  workspaceFolder,
  type WorkspaceFile,
} from '#features/workspaces/index.ts';
import { insidePath } from '../inside-path.ts';
import { ParameterProblem } from '../read-parameter.ts';

const STORED = /^\.toolout\/toolout_[^/\\]+\.json$/;
const MOST_NAMED = 10;
const MOST_INDEX_BYTES = 32 * 1024 * 1024;
/** Far more than stands together in a file of ours: an index that asks for more is none. */
const MOST_READ_BYTES = 8 * 1024 * 1024;

export interface ResultFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly bytes: number;
  /** Undefined where there is none that fits. */
  readonly root: IndexNode | undefined;
  /**
   * The bytes from `at` to `end`. Throws a `ParameterProblem` where no index of ours says so, and the signal's reason
   * where the reading is to stop.
   */
  read(at: number, end: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Throws a `ParameterProblem` for whatever is no stored result of this workspace. */
export async function openResult(
  workspace: string,
  given: string,
  signal: AbortSignal,
): Promise<ResultFile> {
  const named = insidePath(workspace, given);
  const path = named.includes('/') ? named : `.toolout/${named}`;
  if (!STORED.test(path))
    throw new ParameterProblem(
      'path',
      readResultTexts.elsewhere(given, await storedResults(workspace)),
    );
  const file = await opened(workspace, path).catch(async (error: unknown) => {
    if (!isRefusal(error)) throw error;
    const there = await storedResults(workspace);
    throw new ParameterProblem('path', readResultTexts.noResult(given, there));
  });
  return {
    path,
    bytes: file.bytes,
    root: await rootOf(workspace, path, file.bytes),
    read: (at, end) => {
      if (at <= end && end <= file.bytes && end - at <= MOST_READ_BYTES)
        return bytesOf(file, { at, end, signal });
      throw new ParameterProblem('path', readResultTexts.noIndex(path));
    },
    close: () => file.handle.close(),
  };
}

function opened(workspace: string, path: string): Promise<WorkspaceFile> {
  return openWorkspaceFile(workspace, path);
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && ['not-found', 'path-refused'].includes(error.code);
}

/** Their paths, the newest first. */
export async function storedResults(workspace: string): Promise<readonly string[]> {
  const folder = await workspaceFolder(workspace, '.toolout').catch(() => undefined);
  if (folder === undefined) return [];
  const paths = (await readdir(folder))
    .map((name) => `.toolout/${name}`)
    .filter((path) => STORED.test(path));
  const dated = await Promise.all(
    paths.map(async (path) => {
      const facts = await lstat(join(folder, '..', path)).catch(() => undefined);
      // A link or a folder by such a name could not be opened.
      return facts?.isFile() === true ? [{ path, at: facts.mtimeMs }] : [];
    }),
  );
  return dated
    .flat()
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MOST_NAMED)
    .map(({ path }) => path);
}

async function rootOf(
  workspace: string,
  path: string,
  bytes: number,
): Promise<IndexNode | undefined> {
  const file = await opened(workspace, indexPath(path)).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return undefined;
  });
  if (file === undefined) return undefined;
  try {
    if (file.bytes > MOST_INDEX_BYTES) return undefined;
    const index = readResultIndex(await file.handle.readFile('utf8'));
    return index?.bytes === bytes && index.root.kind === 'object' ? index.root : undefined;
  } finally {
    await file.handle.close();
  }
}

async function bytesOf(
  { handle }: WorkspaceFile,
  { at, end, signal }: { readonly at: number; readonly end: number; readonly signal: AbortSignal },
): Promise<Buffer> {
  signal.throwIfAborted();
  const buffer = Buffer.allocUnsafe(end - at);
  for (let done = 0; done < buffer.length;) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, at + done);
    if (bytesRead === 0) return buffer.subarray(0, done);
    done += bytesRead;
  }
  return buffer;
}
