// What a worker prints, call by call: the log of each, and the last words on standard error.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '#base/text.ts';
import type { SandboxProcess } from '#features/sandboxes/index.ts';
import { boundedText } from '#system/bounded-text.ts';

const LOG_LIMIT_BYTES = 256 * 1024;
const ERROR_OUTPUT_LIMIT_BYTES = 16 * 1024;

export interface WorkerOutput {
  /**
   * From here on what is printed belongs to a new call, whose language this is; what came between two calls belongs
   * to none.
   */
  begin(language: Language): void;
  /** Bounded (256 kB). A worker flushes before it answers, so that all of a call is at hand by then. */
  log(): Promise<string>;
  /** Standard error of the call, bounded (16 kB). */
  errors(): string;
}

export function collectOutput(process: SandboxProcess, ownLanguage: Language): WorkerOutput {
  let log = boundedText(LOG_LIMIT_BYTES, ownLanguage);
  let errors = boundedText(ERROR_OUTPUT_LIMIT_BYTES, ownLanguage);
  let pieces = 0;
  process.onOutput((chunk, stream) => {
    pieces += 1;
    log.add(chunk);
    if (stream === 'stderr') errors.add(chunk);
  });
  return {
    begin: (language) => {
      log = boundedText(LOG_LIMIT_BYTES, language);
      errors = boundedText(ERROR_OUTPUT_LIMIT_BYTES, language);
    },
    log: async () => {
      // What lies in the pipes is read within one whole turn of the event loop: a silent one means that they
      // are empty. The turn in which the answer came does not count: its list of what is readable may be older.
      await nextTurn();
      let before: number;
      do {
        before = pieces;
        await nextTurn();
      } while (pieces !== before);
      return log.text();
    },
    errors: () => errors.text(),
  };
}
