// From how a program ended to the settled result that its caller gets.

import { assertNever } from '#base/assert-never.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import {
  settleArgumentRefused,
  settleArgumentTooLong,
  settleCrashed,
  settleDependenciesMissing,
  settleOutOfMemory,
  settleNoEntry,
  settleProcessTimeout,
  settleRaised,
  settleReturned,
  settleStopped,
  settleUnserialisable,
  settleUnstartable,
  settleWallClock,
  type SettleContext,
  type SettledResult,
} from '#features/results/index.ts';
import { offloadLarge, settleInThread, type LargeOutcome } from './large-result.ts';
import type { EndedProgram } from './program-run.ts';
import { wholeOutcome, type InlineOutcome } from './whole-outcome.ts';

/** Secrets are masked here, before a large result is written anywhere. */
export async function settleOutcome(ended: EndedProgram): Promise<SettledResult> {
  const { frame, request } = ended;
  const skill = request.found.package.name;
  const { language } = frame;
  // CLK-01: once the clock has struck, nothing that still came back counts.
  if (ended.clock.hasStruck()) {
    return settleWallClock({ skill, seconds: ended.wallMs / 1000, language });
  }
  const whole = wholeOutcome(ended);
  if (whole.place === 'thread') return collected(ended, await settleLarge(ended, whole.outcome));
  const settled = settleInline(ended, whole.outcome);
  const masked = {
    ...settled,
    ...(isPage(ended) && { isPage: true }),
    envelope: request.mask.envelope(settled.envelope),
    raw: request.mask.envelope(settled.raw),
  };
  return offloadLarge(ended, await collected(ended, masked));
}

/** The files that it made, while it is whole; of one that went to a thread, those that its receipt still names. */
async function collected(ended: EndedProgram, settled: SettledResult): Promise<SettledResult> {
  const { files } = ended.request;
  return files === undefined || isPage(ended) ? settled : files.collect(settled);
}

function isPage({ outcome }: EndedProgram): boolean {
  return outcome.status === 'returned' && outcome.isPage === true;
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
  outcome: InlineOutcome,
): SettledResult {
  const skill = request.found.package.name;
  const { isIdempotent } = request.found.package;
  const about = { skill, language: frame.language };
  if (isUnstarted(outcome)) return settleUnstarted(outcome, about);
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
    default:
      return assertNever(outcome);
  }
}

type UnstartedOutcome = Extract<InlineOutcome, { status: (typeof UNSTARTED)[number] }>;

/** Nothing of the skill's own ran. */
const UNSTARTED = [
  'unstartable',
  'dependencies-missing',
  'argument-too-long',
  'argument-refused',
  'no-entry',
] as const;

function isUnstarted(outcome: InlineOutcome): outcome is UnstartedOutcome {
  return UNSTARTED.some((status) => status === outcome.status);
}

function settleUnstarted(outcome: UnstartedOutcome, about: SettleContext): SettledResult {
  switch (outcome.status) {
    case 'unstartable':
      return settleUnstartable({ ...about, problem: outcome.problem });
    case 'dependencies-missing':
      return settleDependenciesMissing({ ...about, failure: outcome });
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
