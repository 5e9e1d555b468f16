// From how a program ended to the settled result that its caller gets.

import { assertNever } from '#base/assert-never.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import {
  settleArgumentRefused,
  settleArgumentTooLong,
  settleCrashed,
  settleOutOfMemory,
  settleNoEntry,
  settleProcessTimeout,
  settleRaised,
  settleReturned,
  settleStopped,
  settleUnserialisable,
  settleUnstartable,
  settleWallClock,
  type SettledResult,
} from '#features/results/index.ts';
import type { RuntimeOutcome } from '#features/runtimes/index.ts';
import { isChild } from './call-frame.ts';
import { offloadLarge, settleSpilled } from './large-result.ts';
import type { EndedProgram } from './program-run.ts';

/** Secrets are masked here, before a large result is written anywhere. */
export async function settleOutcome(ended: EndedProgram): Promise<SettledResult> {
  const { frame, request, outcome } = ended;
  const skill = request.found.package.name;
  const { language } = frame;
  // CLK-01: once the clock has struck, nothing that still came back counts.
  if (ended.clock.hasStruck()) {
    return settleWallClock({ skill, seconds: ended.wallMs / 1000, language });
  }
  if (outcome.status === 'spilled') {
    const settled = await settleSpilled(ended, outcome);
    if (settled !== undefined) return settled;
    const problem = executionTexts.spilledNotJson(outcome.file)[language];
    return settleUnserialisable({ skill, problem, language });
  }
  const settled = settleInline(ended, outcome);
  const masked = {
    ...settled,
    envelope: request.mask.envelope(settled.envelope),
    raw: request.mask.envelope(settled.raw),
  };
  const isPage = outcome.status === 'returned' && outcome.isPage === true;
  const isOffloaded = frame.call.line === 'dialog' && !isChild(frame) && !isPage;
  return isOffloaded ? offloadLarge(ended, masked) : masked;
}

function settleInline(
  { frame, request, attempts, clock }: EndedProgram,
  outcome: Exclude<RuntimeOutcome, { status: 'spilled' }>,
): SettledResult {
  const skill = request.found.package.name;
  const { isIdempotent } = request.found.package;
  const about = { skill, language: frame.language };
  switch (outcome.status) {
    case 'returned':
      return settleReturned({ ...about, value: outcome.value });
    case 'raised':
      return settleRaised({ ...about, exception: outcome.exception, attempts, isIdempotent });
    case 'stopped':
      return settleStopped({ ...about, because: clock.stoppedBecause() });
    case 'process-timeout':
      return settleProcessTimeout({ ...about, seconds: outcome.limitMs / 1000 });
    case 'crashed':
      return settleCrashed({ ...about, how: outcome.how, errorOutput: outcome.errorOutput });
    case 'out-of-memory':
      return settleOutOfMemory({ ...about, limitBytes: outcome.limitBytes });
    case 'unserialisable':
      return settleUnserialisable({ ...about, problem: outcome.problem });
    case 'unstartable':
      return settleUnstartable({ ...about, problem: outcome.problem });
    case 'argument-too-long':
      return settleArgumentTooLong({ ...about, key: outcome.key, limitBytes: outcome.limitBytes });
    case 'argument-refused':
      return settleArgumentRefused({ ...about, key: outcome.key, problem: outcome.problem });
    case 'no-entry':
      return settleNoEntry(about);
    default:
      return assertNever(outcome);
  }
}
