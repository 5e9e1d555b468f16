// What the end of an interpreter's process says.

import type { Text } from '#base/text.ts';
import { codeTexts } from '#contract/texts/code-texts.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import type { ProcessEnd } from '../sandbox.ts';

export interface LostProcess {
  readonly end: ProcessEnd;
  /** Whether it was ended because it said what it can't have said. */
  readonly isBroken: boolean;
  /** The end of what its Node wrote to standard error. */
  readonly errorOutput: string;
}

/** The sandbox's limit struck, or V8 gave up, with its last words and SIGABRT (134 as a shell tells it). */
export function isOutOfMemory({ end, errorOutput }: LostProcess): boolean {
  if (end.endedBy === 'memory') return true;
  const isAbort = end.signal === 'SIGABRT' || end.exitCode === 134;
  return isAbort && /out of memory|Allocation failed/i.test(errorOutput);
}

export function howEnded({ end, isBroken }: LostProcess): Text {
  if (isBroken) return codeTexts.badAnswer();
  return end.signal === null
    ? workerTexts.exitCode(end.exitCode ?? 0)
    : workerTexts.signal(end.signal);
}
