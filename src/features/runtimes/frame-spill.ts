// Writes one large result to a file while it comes in, without anybody waiting for the disk but its worker.

import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import { makeFolderSync } from '#system/make-folder.ts';

/** What may wait for the disk before the worker is made to. */
const WAITING_BYTES = 1024 * 1024;

export interface SpilledResult {
  readonly call: number;
  readonly file: string;
  readonly bytes: number;
}

export interface Spill {
  /** Takes what belongs to the result and answers the rest. */
  write(chunk: Buffer): Buffer;
  isComplete(): boolean;
  /** Undefined while the disk keeps up. Rejects with `worker-lost` where it takes no more. */
  drained(): Promise<void> | undefined;
  /** To be called once, when it is complete. Rejects with `worker-lost` where it is not all stored. */
  close(): Promise<SpilledResult>;
  /** Removes what was written, unless it was complete. */
  discard(): void;
}

/** Throws `worker-lost` where `folder` can't be made. */
export function openSpill(folder: string, result: Omit<SpilledResult, 'file'>): Spill {
  const file = join(folder, `result-${randomUUID()}.json`);
  makeSpillFolder(folder);
  const stream = createWriteStream(file, {
    flags: 'wx',
    mode: 0o600,
    highWaterMark: WAITING_BYTES,
  });
  let written = 0;
  let isLagging = false;
  const isComplete = () => written === result.bytes;
  const fate = watch(stream);
  // Whoever waits is told; where nobody does, the next piece is.
  fate.closed.catch(() => void rm(file, { force: true }).catch(() => undefined));

  return {
    write: (chunk) => {
      const piece = chunk.subarray(0, result.bytes - written);
      // A stream that has failed takes what it is given without a word.
      isLagging = stream.destroyed || !stream.write(piece);
      written += piece.length;
      return chunk.subarray(piece.length);
    },
    isComplete,
    drained: () => (isLagging ? Promise.race([fate.drained(), fate.closed]) : undefined),
    close: async () => {
      stream.end();
      await fate.closed;
      return { ...result, file };
    },
    discard: () => {
      if (!isComplete()) stream.destroy(new Error('The result was cut off.'));
    },
  };
}

function makeSpillFolder(folder: string): void {
  try {
    makeFolderSync(folder);
  } catch (error) {
    throw cannotStore(error);
  }
}

interface Fate {
  /** Resolves when all is in the file and the file is closed. */
  readonly closed: Promise<void>;
  drained(): Promise<void>;
}

function watch(stream: WriteStream): Fate {
  let failure: unknown;
  stream.on('error', (error) => {
    failure ??= error;
  });
  return {
    closed: new Promise((resolve, reject) => {
      stream.once('close', () => {
        if (stream.writableFinished) resolve();
        else reject(cannotStore(failure));
      });
    }),
    drained: () =>
      new Promise((resolve) => {
        stream.once('drain', resolve);
      }),
  };
}

function cannotStore(cause: unknown): AppError {
  return new AppError('worker-lost', workerTexts.cannotStore(messageOf(cause)), { cause });
}
