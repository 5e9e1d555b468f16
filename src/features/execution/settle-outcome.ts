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
import {
  isLargeToOffload,
  offloadLarge,
  settleInThread,
  type LargeOutcome,
} from './large-result.ts';
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
  if (outcome.status === 'spilled' || outcome.status === 'unparsed')
    return settleLarge(ended, outcome);
  if (outcome.status === 'returned' && isLargeToOffload(ended, outcome))
    return settleLarge(ended, outcome);
  const settled = settleInline(ended, outcome);
  const masked = {
    ...settled,
    envelope: request.mask.envelope(settled.envelope),
    raw: request.mask.envelope(settled.raw),
  };
  return offloadLarge(ended, masked);
}

async function settleLarge(ended: EndedProgram, large: LargeOutcome): Promise<SettledResult> {
  const settled = await settleInThread(ended, large);
  if (settled !== undefined) return settled;
  const { frame, request } = ended;
  const { language } = frame;
  const skill = request.found.package.name;
  const problem =
    large.status === 'spilled'
      ? executionTexts.spilledNotJson(large.file)
      : executionTexts.largeNotJson();
  return settleUnserialisable({ skill, problem: problem[language], language });
}

function settleInline(
  { frame, request, attempts, clock }: EndedProgram,
  outcome: Exclude<RuntimeOutcome, { status: 'spilled' | 'unparsed' }>,
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
