// Tells, piece by piece, whether bytes can still be exactly one JSON object.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

export interface ObjectScanner {
  push(chunk: Buffer): void;
  /** `complete`: one object has been closed, and nothing but white space came after it. */
  /** The most levels that were open at once. */
  deepest(): number;
  state(): 'waiting' | 'open' | 'complete' | 'refused';
  /** Whatever comes, it is not wanted any more. */
  refuse(): void;
}

/** Only brackets and strings are followed: what has their shape may still be invalid inside. */
export function createObjectScanner(): ObjectScanner {
  let state: ReturnType<ObjectScanner['state']> = 'waiting';
  let depth = 0;
  let deepest = 0;
  let isString = false;
  let isEscaped = false;

  const readString = (byte: number) => {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isString = false;
  };
  const readOpen = (byte: number) => {
    if (isString) readString(byte);
    else if (byte === QUOTE) isString = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.has(byte)) {
      depth -= 1;
      if (depth === 0) state = 'complete';
    }
  };
  const readOutside = (byte: number) => {
    if (SPACE.has(byte)) return;
    const isStart = state === 'waiting' && byte === 0x7b;
    state = isStart ? 'open' : 'refused';
    depth = 1;
    deepest = 1;
  };
  return {
    push: (chunk) => {
      for (const byte of chunk) {
        if (state === 'refused') return;
        if (state === 'open') readOpen(byte);
        else readOutside(byte);
      }
    },
    deepest: () => deepest,
    state: () => state,
    refuse: () => {
      state = 'refused';
    },
  };
}
