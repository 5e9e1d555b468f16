// A file of this machine that goes with a message from the terminal.

import { constants, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { IncomingFile } from '#api/incoming-file.ts';
import { AppError } from '#base/app-error.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';

interface FileToAttach extends IncomingFile {
  readonly bytes: number;
}

/** Nothing is open until it is read. Throws `input-invalid` for what is no regular file or can't be read. */
export async function openFileToAttach(path: string): Promise<FileToAttach> {
  const blob = await fileContent(path);
  return {
    name: basename(path),
    bytes: blob.size,
    async *chunks() {
      yield* blob.stream();
    },
  };
}

/** The same for who sends it on: read when it is sent, never as a whole. */
export async function fileContent(path: string): Promise<Blob> {
  try {
    await access(path, constants.R_OK);
    const facts = await stat(path);
    if (!facts.isFile()) throw new AppError('input-invalid', attachmentTexts.notForChat(path));
    return await openAsBlob(path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('input-invalid', attachmentTexts.unreadable(path, codeOf(cause)), { cause });
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
}
