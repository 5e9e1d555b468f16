// The files of the workspace that a call's arguments name.

import { isAbsolute, relative } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { mediaTypeOfName, openWorkspaceFile } from '#features/workspaces/index.ts';
import type { ApiBody } from '../api-operation.ts';
import { namedFiles, type GivenFile, type GivenFiles } from '../request/build-body.ts';

const MOST_BYTES = 100_000_000;

/** Throws `input-invalid`, with `details.argument`, for a file that isn't there, or isn't the workspace's. */
export async function readGivenFiles(
  workspace: string,
  body: ApiBody | undefined,
  args: JsonObject,
): Promise<GivenFiles> {
  const files = new Map<string, GivenFile>();
  let bytes = 0;
  for (const { argument, file } of namedFiles(body, args)) {
    const read = await readFile(workspace, file).catch((cause: unknown) => {
      if (!(cause instanceof AppError)) throw cause;
      throw refusal(argument, apiTexts.fileArgument(argument, file), cause);
    });
    bytes += read.bytes.byteLength;
    if (bytes > MOST_BYTES) throw refusal(argument, apiTexts.filesTooLarge(argument, MOST_BYTES));
    files.set(file, read);
  }
  return files;
}

async function readFile(workspace: string, given: string): Promise<GivenFile> {
  const path = isAbsolute(given) ? relative(workspace, given) : given.replace(/^\.\//, '');
  const { handle, name, bytes } = await openWorkspaceFile(workspace, path);
  try {
    const content = bytes > MOST_BYTES ? new Uint8Array(MOST_BYTES + 1) : await handle.readFile();
    return { name, mediaType: mediaTypeOfName(name), bytes: content };
  } finally {
    await handle.close();
  }
}

function refusal(
  argument: string,
  text: ReturnType<typeof apiTexts.empty>,
  cause?: unknown,
): AppError {
  return new AppError('input-invalid', text, { cause, details: { argument } });
}
