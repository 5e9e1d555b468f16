// A file of this machine that goes with a message from the terminal.

import { constants, openAsBlob } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { IncomingFile } from '#api/incoming-file.ts';
import { AppError } from '#base/app-error.ts';
import { attachmentTexts } from '#contract/texts/attachment-texts.ts';

interface FileToAttach extends IncomingFile {
  readonly bytes: number;
}

/** Throws `input-invalid` for what is no regular file or can't be read. */
export async function openFileToAttach(path: string): Promise<FileToAttach> {
  // Nobody writes into a pipe that is opened so: it would hold the program.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (cause: unknown) => {
      throw new AppError('input-invalid', attachmentTexts.unreadable(path, codeOf(cause)), {
        cause,
      });
    },
  );
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    throw new AppError('input-invalid', attachmentTexts.notForChat(path));
  }
  return {
    name: basename(path),
    bytes: facts.size,
    async *chunks() {
      yield* handle.createReadStream();
    },
  };
}

/** The same for who sends it on: read when it is sent, never as a whole. */
export async function fileContent(path: string): Promise<Blob> {
  const facts = await stat(path).catch((cause: unknown) => {
    throw new AppError('input-invalid', attachmentTexts.unreadable(path, codeOf(cause)), { cause });
  });
  if (!facts.isFile()) throw new AppError('input-invalid', attachmentTexts.notForChat(path));
  return openAsBlob(path);
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
}
