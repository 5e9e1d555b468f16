// Writes a JSON object that is too large for memory to a file as it is printed.

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '#base/app-error.ts';
import { DEEPEST_JSON } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import { makeFolderSync } from '#system/make-folder.ts';
import { createObjectScanner } from './object-scanner.ts';

/** Results above this are spilled (4 MB, as for handlers). */
export const SPILL_BYTES = 4 * 1024 * 1024;
/** What is longer is no result but noise: its ends are kept as text. */
const MOST_BYTES = 256 * 1024 * 1024;

export interface ObjectSpill {
  /** Every piece of the output, in order, and all that came before as long as that is at most 4 MB. Never throws. */
  push(chunk: Buffer, before: Buffer): void;
  /** Undefined where the whole output was not one object above 4 MB. */
  finish(): SpilledObject | undefined;
  /** Removes the file where `finish` was not called. */
  discard(): void;
}

type SpilledObject =
  /** The caller owns the file. */
  | { readonly status: 'spilled'; readonly file: string; readonly bytes: number }
  /** More than 400 levels. */
  | { readonly status: 'too-deep' }
  /** The disk did not take it. */
  | { readonly status: 'unstored'; readonly why: Text };

/**
 * Watches an output that may be one JSON object: while it can still be one, what is above 4 MB goes to a file in
 * `folder`. Whether it is valid inside its braces the reader of the file finds out. Written synchronously: a
 * process that prints faster than the disk takes it is slowed down, not buffered.
 */
export function createObjectSpill(folder: string): ObjectSpill {
  const scanner = createObjectScanner();
  let bytes = 0;
  let spilled: { readonly file: string; readonly descriptor: number } | undefined;
  let unstored: Text | undefined;

  const discard = () => {
    if (spilled === undefined) return;
    closeSync(spilled.descriptor);
    rmSync(spilled.file, { force: true });
    spilled = undefined;
  };
  const store = (chunk: Buffer, before: Buffer) => {
    if (spilled !== undefined) writeAll(spilled.descriptor, chunk);
    else if (bytes > SPILL_BYTES) {
      spilled = openSpill(folder);
      writeAll(spilled.descriptor, before);
      writeAll(spilled.descriptor, chunk);
    }
  };
  const tryToStore = (chunk: Buffer, before: Buffer) => {
    if (unstored !== undefined) return;
    try {
      store(chunk, before);
    } catch (error) {
      discard();
      unstored = workerTexts.cannotStore(messageOf(error));
    }
  };
  return {
    push: (chunk, before) => {
      if (scanner.state() === 'refused') return;
      scanner.push(chunk);
      bytes += chunk.length;
      if (scanner.state() === 'refused' || bytes > MOST_BYTES) {
        scanner.refuse();
        discard();
      } else tryToStore(chunk, before);
    },
    finish: () => {
      if (scanner.state() !== 'complete') return undefined;
      if (unstored !== undefined) return { status: 'unstored', why: unstored };
      if (spilled === undefined) return undefined;
      if (scanner.deepest() > DEEPEST_JSON) return { status: 'too-deep' };
      const { file, descriptor } = spilled;
      closeSync(descriptor);
      spilled = undefined;
      return { status: 'spilled', file, bytes };
    },
    discard,
  };
}

function openSpill(folder: string) {
  makeFolderSync(folder);
  const file = join(folder, `${randomUUID()}.json`);
  return { file, descriptor: openSync(file, 'wx', 0o600) };
}

function writeAll(descriptor: number, chunk: Buffer): void {
  let written = 0;
  while (written < chunk.length) written += writeSync(descriptor, chunk, written);
}
