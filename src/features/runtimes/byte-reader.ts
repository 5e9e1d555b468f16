// Reads a stream by counts of bytes instead of by the pieces it happens to come in.

import type { Readable } from 'node:stream';

export interface ByteReader {
  /** Exactly `count` bytes; undefined where the stream ended before. */
  take(count: number): Promise<Buffer | undefined>;
  /** `count` bytes in the pieces they come in; fewer where the stream ended before. */
  pieces(count: number): AsyncGenerator<Buffer>;
}

/** A stream that is torn down counts as ended. Nothing is read ahead, so a slow reader slows the writer. */
export function createByteReader(stream: Readable): ByteReader {
  const chunks: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false });
  let rest: Buffer = Buffer.alloc(0);

  const more = async (): Promise<boolean> => {
    try {
      const next = await chunks.next();
      if (next.done === true) return false;
      rest = next.value;
      return true;
    } catch {
      return false;
    }
  };

  async function* pieces(count: number): AsyncGenerator<Buffer> {
    let missing = count;
    while (missing > 0) {
      if (rest.length === 0 && !(await more())) return;
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      yield piece;
    }
  }

  return {
    pieces,
    take: async (count) => {
      if (rest.length >= count) {
        const whole = rest.subarray(0, count);
        rest = rest.subarray(count);
        return whole;
      }
      const gathered = await Array.fromAsync(pieces(count));
      const whole = Buffer.concat(gathered);
      return whole.length === count ? whole : undefined;
    },
  };
}
