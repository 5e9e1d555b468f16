// Keeps the last bytes of an output for reading, within fixed memory.

export interface RecentOutput {
  push(chunk: Buffer): void;
  /** The last bytes, at most as many as were asked for; not to be kept, for the next `push` moves them. */
  bytes(): Buffer;
  /** Whether `bytes` is everything from the first byte on. */
  isWhole(): boolean;
}

export function createRecentOutput(limitBytes: number): RecentOutput {
  let room = Buffer.alloc(0);
  let length = 0;
  let total = 0;

  /** Up to twice the room that is needed, so that what is kept is moved seldom. */
  const makeRoom = (wanted: number) => {
    if (length + wanted <= room.length) return;
    const kept = Math.min(length, limitBytes);
    const size = Math.min(Math.max(2 * (kept + wanted), 4096), 2 * limitBytes);
    const target = size > room.length ? Buffer.alloc(size) : room;
    room.copy(target, 0, length - kept, length);
    room = target;
    length = kept;
  };
  return {
    push: (chunk) => {
      const piece = chunk.subarray(-limitBytes);
      makeRoom(piece.length);
      piece.copy(room, length);
      length += piece.length;
      total += chunk.length;
    },
    bytes: () => room.subarray(Math.max(0, length - limitBytes), length),
    isWhole: () => total <= limitBytes,
  };
}
