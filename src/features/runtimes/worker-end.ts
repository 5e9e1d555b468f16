// What the end of a worker's process means for the call it was running.

import { AppError, messageOf } from '#base/app-error.ts';
import type { Language, Text } from '#base/text.ts';
import { workerTexts } from '#contract/texts/worker-texts.ts';
import type { ProcessEnd } from '#features/sandboxes/index.ts';
import type { RuntimeOutcome } from './runtime.ts';
import { dependencyOutcome } from './skill-dependencies.ts';

export interface WorkerEnd {
  readonly end: ProcessEnd;
  /** Whether it ever said that it is up: what ends before that was never able to run a skill. */
  readonly wasReady: boolean;
  /** Why its channel was given up, where it was. */
  readonly brokenBy: Text | undefined;
  readonly memoryBytes: number;
  /** The end of what it wrote to standard error. */
  readonly errorOutput: string;
  readonly language: Language;
}

export function workerEndOutcome(facts: WorkerEnd): RuntimeOutcome {
  const { end, errorOutput, language } = facts;
  if (facts.brokenBy !== undefined) {
    return { status: 'crashed', how: facts.brokenBy[language], errorOutput };
  }
  if (end.endedBy === 'memory') return { status: 'out-of-memory', limitBytes: facts.memoryBytes };
  if (isHeapExhausted(facts)) return { status: 'out-of-memory', limitBytes: facts.memoryBytes };
  // Somebody closed the runtime without aborting the call.
  if (end.endedBy === 'kill') return { status: 'stopped' };
  const how =
    end.signal === null ? workerTexts.exitCode(end.exitCode ?? 0) : workerTexts.signal(end.signal);
  if (facts.wasReady) return { status: 'crashed', how: how[language], errorOutput };
  const problem = workerTexts.endedEarly(how[language], errorOutput.trim());
  return { status: 'unstartable', problem: problem[language] };
}

/** V8 ends its process with its last words where its heap is full: SIGABRT, or 134 as a shell tells it. */
function isHeapExhausted({ end, errorOutput }: WorkerEnd): boolean {
  const isAbort = end.signal === 'SIGABRT' || end.exitCode === 134;
  return isAbort && /FATAL ERROR: .*(heap out of memory|Allocation failed)/.test(errorOutput);
}

/** What is thrown where a worker can't be started at all. */
export function failedStart(error: unknown, language: Language): RuntimeOutcome {
  const known = dependencyOutcome(error, language);
  if (known !== undefined) return known;
  const problem = error instanceof AppError ? error.text[language] : messageOf(error);
  return { status: 'unstartable', problem };
}
