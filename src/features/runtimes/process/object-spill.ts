// Writes a JSON object that is too large for memory to a file as it is printed.

import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DEEPEST_JSON } from '#base/json.ts';
import { createObjectScanner } from './object-scanner.ts';

/** Results above this are spilled (4 MB, as for handlers). */
export const SPILL_BYTES = 4 * 1024 * 1024;
/** What is longer is no result but noise: its ends are kept as text. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface ObjectSpill {
  /** Every piece of the output, in order, and all that came before as long as that is at most 4 MB. */
  push(chunk: Buffer, before: Buffer): void;
  /**
   * The file, where the whole output was one object above 4 MB; the caller owns it. `too-deep` where that object is
   * nested more than 400 levels deep.
   */
  finish(): { readonly file: string; readonly bytes: number } | 'too-deep' | undefined;
  /** Removes the file where `finish` was not called. */
  discard(): void;
}

/**
 * Watches an output that may be one JSON object: while it can still be one, what is above 4 MB goes to a file in
 * `folder`. Whether it is valid inside its braces the reader of the file finds out. Written synchronously: a
 * process that prints faster than the disk takes it is slowed down, not buffered.
 */
export function createObjectSpill(folder: string): ObjectSpill {
  const scanner = createObjectScanner();
  let bytes = 0;
  let spilled: { readonly file: string; readonly descriptor: number } | undefined;

  const discard = () => {
    if (spilled === undefined) return;
    closeSync(spilled.descriptor);
    rmSync(spilled.file, { force: true });
    spilled = undefined;
  };
  return {
    push: (chunk, before) => {
      if (scanner.state() === 'refused') return;
      scanner.push(chunk);
      bytes += chunk.length;
      if (scanner.state() === 'refused' || bytes > MOST_BYTES) {
        scanner.refuse();
        discard();
      } else if (spilled !== undefined) writeAll(spilled.descriptor, chunk);
      else if (bytes > SPILL_BYTES) {
        spilled = openSpill(folder);
        writeAll(spilled.descriptor, before);
        writeAll(spilled.descriptor, chunk);
      }
    },
    finish: () => {
      if (spilled === undefined || scanner.state() !== 'complete') return undefined;
      if (scanner.deepest() > DEEPEST_JSON) return 'too-deep';
      const { file, descriptor } = spilled;
      closeSync(descriptor);
      spilled = undefined;
      return { file, bytes };
    },
    discard,
  };
}

function openSpill(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${randomUUID()}.json`);
  return { file, descriptor: openSync(file, 'wx', 0o600) };
}

function writeAll(descriptor: number, chunk: Buffer): void {
  let written = 0;
  while (written < chunk.length) written += writeSync(descriptor, chunk, written);
}
