// Moves a large result out of the model's way: the whole of it to a file, a receipt in its place (OFF-01).

import { rm } from 'node:fs/promises';
import { assertNever } from '#base/assert-never.ts';
import { jsonRoom, type SettledResult } from '#features/results/index.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import { isChild } from './call-frame.ts';
import type { EndedProgram } from './program-run.ts';
import { offloaded, settleLarge, type LargeResult, type OffloadPlace } from './settle-large.ts';

/** Characters of JSON from which a thread is worth its messages: what takes three milliseconds here, on an idle machine. */
const THREAD_CHARS = 128 * 1024;

/** A result that is for a thread to settle. */
export type LargeOutcome = Extract<RuntimeOutcome, { status: 'spilled' | 'unparsed' | 'returned' }>;

/** Whether what was parsed already is worth a thread. */
export function isLargeToOffload(
  ended: EndedProgram,
  { value }: Extract<RuntimeOutcome, { status: 'returned' }>,
): boolean {
  return placeFor(ended) !== undefined && jsonRoom(value, THREAD_CHARS) < 0;
}

/** Undefined where it holds nothing usable; a file then stays. */
export async function settleInThread(
  ended: EndedProgram,
  outcome: LargeOutcome,
): Promise<SettledResult | undefined> {
  const { frame, request } = ended;
  const task: LargeResult = {
    source: sourceOf(outcome),
    skill: request.found.package.name,
    language: frame.language,
    secrets: request.configuration.secrets,
    offload: placeFor(ended),
  };
  // Who wants the whole would have it copied here, which takes longer than parsing it.
  const isParsedHere = task.offload === undefined && outcome.status === 'unparsed';
  const inThread = isParsedHere ? undefined : await frame.parts.offload.threads.settle(task);
  // What is in memory already needs no thread that could not be started.
  const isLeftHere = inThread?.status === 'unusable' && outcome.status === 'returned';
  const answer = inThread === undefined || isLeftHere ? await settleLarge(task) : inThread;
  if (answer.status === 'unusable') return undefined;
  if (outcome.status === 'spilled') await rm(outcome.file, { force: true });
  return answer.settled;
}

/** OFF-01: failures are never offloaded. */
export async function offloadLarge(
  ended: EndedProgram,
  settled: SettledResult,
): Promise<SettledResult> {
  const { frame, request } = ended;
  const offload = placeFor(ended);
  if (offload === undefined || settled.verdict.status === 'failed') return settled;
  const skill = request.found.package.name;
  const { language } = frame;
  return { ...settled, envelope: await offloaded(settled.envelope, { skill, language, offload }) };
}

/** OFF-01: the dialog line alone, and no pages. */
function placeFor({ frame, request, outcome }: EndedProgram): OffloadPlace | undefined {
  const isPage = outcome.status === 'returned' && outcome.isPage === true;
  if (frame.call.line !== 'dialog' || isChild(frame) || isPage) return undefined;
  const { resultChars, displayKeepChars, readTool } = frame.parts.offload;
  const allowed = frame.call.allowedSkills;
  return {
    workspace: request.workspace,
    resultChars,
    displayKeepChars,
    // A role that may not call it is not told of it.
    ...(readTool !== undefined && allowed?.includes(readTool) !== false && { readTool }),
  };
}

function sourceOf(outcome: LargeOutcome): LargeResult['source'] {
  switch (outcome.status) {
    case 'spilled':
      return { kind: 'file', file: outcome.file, bytes: outcome.bytes };
    case 'unparsed':
      return { kind: 'json', json: outcome.json };
    case 'returned':
      return { kind: 'value', value: outcome.value };
    default:
      return assertNever(outcome);
  }
}
