// The embedded server's log: bounded, and read for the reason when a start fails.

import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';

const MOST_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/** Keeps what there was in `file`.1. The server appends, so it goes on writing at the new end. */
export function boundLog(file: string): void {
  try {
    if (statSync(file).size <= MOST_BYTES) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch {
    // No log yet, or no room for the copy: the next look comes.
  }
}

export interface OpenLog {
  /** Undefined where it can't be written: a full disk must not hide behind its log. */
  readonly descriptor: number | undefined;
  /** What was written since it was opened, its end at least. */
  readNews(): string;
  close(): void;
}

export function openLog(file: string): OpenLog {
  boundLog(file);
  const descriptor = openForAppending(file);
  const start = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return {
    descriptor,
    readNews: () => (descriptor === undefined ? '' : readFrom(file, start)),
    close() {
      if (descriptor !== undefined) closeSync(descriptor);
    },
  };
}

function openForAppending(file: string): number | undefined {
  try {
    const descriptor = openSync(file, 'a', 0o600);
    chmodSync(file, 0o600);
    return descriptor;
  } catch {
    return undefined;
  }
}

function readFrom(file: string, start: number): string {
  const size = statSync(file).size;
  const from = Math.max(start, size - TAIL_BYTES);
  const tail = Buffer.alloc(Math.max(0, size - from));
  const descriptor = openSync(file, 'r');
  try {
    return tail.toString('utf8', 0, readSync(descriptor, tail, 0, tail.length, from));
  } finally {
    closeSync(descriptor);
  }
}
