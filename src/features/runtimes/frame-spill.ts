// Writes one large result to a file while it comes in.

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import { makeFolderSync } from '#system/make-folder.ts';

export interface SpilledResult {
  readonly call: number;
  readonly file: string;
  readonly bytes: number;
}

export interface Spill {
  /** Takes what belongs to the result and answers the rest. Throws `worker-lost` where it can't be stored. */
  write(chunk: Buffer): Buffer;
  isComplete(): boolean;
  /** To be called once, when it is complete. */
  close(): SpilledResult;
  /** Removes what was written, unless it was closed before. */
  discard(): void;
}

/** Throws `worker-lost` where `folder` takes no file. */
export function openSpill(folder: string, result: Omit<SpilledResult, 'file'>): Spill {
  const file = join(folder, `result-${randomUUID()}.json`);
  const descriptor = storing(() => {
    makeFolderSync(folder);
    return openSync(file, 'wx', 0o600);
  });
  let written = 0;
  let isOpen = true;

  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  const discard = () => {
    if (!isOpen) return;
    close();
    rmSync(file, { force: true });
  };
  const writeAll = (piece: Buffer) => {
    let done = 0;
    while (done < piece.length) done += writeSync(descriptor, piece, done);
  };
  return {
    write: (chunk) => {
      const piece = chunk.subarray(0, result.bytes - written);
      try {
        storing(() => writeAll(piece));
      } catch (error) {
        discard();
        throw error;
      }
      written += piece.length;
      return chunk.subarray(piece.length);
    },
    isComplete: () => written === result.bytes,
    close: () => {
      close();
      return { ...result, file };
    },
    discard,
  };
}

function storing<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new AppError('worker-lost', workerTexts.cannotStore(messageOf(error)), { cause: error });
  }
}
