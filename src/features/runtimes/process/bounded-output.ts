// Keeps the beginning and the end of what a process prints, within fixed memory.

/** Of each stream, what is shown: half from the beginning, half from the end. */
const SHOWN_BYTES = 200_000;

export interface BoundedOutput {
  push(chunk: Buffer): void;
  /** Everything so far, in all. */
  readonly bytes: number;
  /** The output from its first byte; undefined once something of it was let go. */
  whole(): Buffer | undefined;
  /** The last bytes, at least as many as were asked for at the start where there are so many. */
  end(): Buffer;
  /** At most 200 kB of text, with the statement in place of what was left out; no character is cut. */
  text(cutStatement: (bytes: number) => string): string;
}

/** `keptEndBytes`: how much of the end to keep for reading, at least 100 kB. */
export function createBoundedOutput(keptEndBytes = SHOWN_BYTES / 2): BoundedOutput {
  const half = SHOWN_BYTES / 2;
  const limit = Math.max(keptEndBytes, half);
  const start = createStart(half);
  const end = createEnd(limit);
  let bytes = 0;

  const whole = () =>
    bytes - start.bytes().length <= end.bytes().length
      ? Buffer.concat([start.bytes(), end.bytes()])
      : undefined;
  return {
    push: (chunk) => {
      bytes += chunk.length;
      end.push(start.push(chunk));
    },
    get bytes() {
      return bytes;
    },
    whole,
    end: () => whole() ?? end.bytes(),
    text: (cutStatement) => {
      const all = bytes <= SHOWN_BYTES ? whole() : undefined;
      if (all !== undefined) return all.toString('utf8');
      const first = withoutCutEnd(start.bytes());
      const last = withoutCutStart(end.bytes().subarray(-half));
      const statement = cutStatement(bytes - first.length - last.length);
      return `${first.toString('utf8')}\n${statement}\n${last.toString('utf8')}`;
    },
  };
}

function createStart(limit: number) {
  let room = Buffer.alloc(0);
  let length = 0;
  return {
    bytes: () => room.subarray(0, length),
    /** Gives back what does not fit. */
    push: (chunk: Buffer): Buffer => {
      if (room.length === 0) room = Buffer.alloc(limit);
      const taken = chunk.copy(room, length);
      length += taken;
      return chunk.subarray(taken);
    },
  };
}

/** Twice the room that is needed, so that what is kept is moved seldom. */
function createEnd(limit: number) {
  let room = Buffer.alloc(0);
  let length = 0;

  const makeRoom = (wanted: number) => {
    if (length + wanted <= room.length) return;
    const kept = Math.min(length, limit);
    const size = Math.min(Math.max(2 * (kept + wanted), 4096), 2 * limit);
    const target = size > room.length ? Buffer.alloc(size) : room;
    room.copy(target, 0, length - kept, length);
    room = target;
    length = kept;
  };
  return {
    bytes: () => room.subarray(Math.max(0, length - limit), length),
    push: (chunk: Buffer) => {
      const piece = chunk.subarray(-limit);
      makeRoom(piece.length);
      piece.copy(room, length);
      length += piece.length;
    },
  };
}

/** Drops an unfinished character from the end: at most three bytes. */
function withoutCutEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return lengthOfCharacter(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function withoutCutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start] ?? 0)) start += 1;
  return bytes.subarray(start);
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}

function lengthOfCharacter(first: number): number {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
