// Reads an answer into memory, up to a limit; what is beyond it can still be read on.

import type { CallAnswer } from '#system/fetch/safe-call.ts';

export interface Collected {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Everything from the start, what was read included; undefined where it is all in `bytes`. */
  readonly whole: AsyncGenerator<Uint8Array> | undefined;
}

/** Whoever leaves `whole` unread closes the answer. */
export async function collect(answer: CallAnswer, limitBytes: number): Promise<Collected> {
  const chunks = answer.chunks();
  const read: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= limitBytes) {
    const next = await chunks.next();
    if (next.done === true) return { bytes: Buffer.concat(read), whole: undefined };
    read.push(next.value);
    bytes += next.value.byteLength;
  }
  return { bytes: Buffer.concat(read).subarray(0, limitBytes), whole: chain(read, chunks) };
}

async function* chain(
  read: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* read;
  yield* rest;
}
