// The results of calls that are not run: what the model is told instead, and the rule that decided.

import { assertNever } from '#base/assert-never.ts';
import type { Language, Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { unknownSkillText } from '#contract/literal-texts.ts';
import { callTexts, guardNotes } from '#contract/texts/agent-texts.ts';
import { failureEnvelope, type Failure, type SettledResult } from '#features/results/index.ts';

/** GRD-03: as many calls of one pair of tool and arguments run. */
export const SAME_CALLS = 3;

export type Ban =
  | { readonly rule: 'GRD-01'; readonly failures: number }
  | { readonly rule: 'GRD-03' }
  | { readonly rule: 'GRD-04'; readonly reason: string };

export function guardDecision(rule: string, note: string): Decision {
  return { stage: 'guard', rule, note };
}

/** ENV-13; the names of the tools that can still be called stand beside it. */
export function unknownToolResult(
  tool: string,
  available: readonly string[],
  language: Language,
): SettledResult {
  const note = guardNotes.unknownTool(tool)[language];
  return failedResult({
    failure: { error: unknownSkillText(tool), facts: { available_tools: available } },
    decision: guardDecision('ENV-13', note),
  });
}

export function unreadableResult(tool: string, problem: Text, language: Language): SettledResult {
  return failedResult({
    failure: {
      error: callTexts.unreadable(tool, problem)[language],
      errorType: 'recoverable',
      facts: { _hint: callTexts.unreadableHint()[language] },
    },
    decision: guardDecision('GRD-05', guardNotes.unreadable(tool)[language]),
    isRecoverable: true,
  });
}

export function deadLoopResult(tool: string, times: number, language: Language): SettledResult {
  return failedResult({
    failure: { error: callTexts.deadLoop(tool, SAME_CALLS)[language], nonRetriable: true },
    decision: guardDecision('GRD-03', guardNotes.deadLoop(tool, times)[language]),
    bansSkill: true,
  });
}

/** Says `non_retriable` too: the same call fails for as long as the turn lasts. */
export function bannedResult(tool: string, ban: Ban, language: Language): SettledResult {
  return failedResult({
    failure: { error: callTexts.banned(tool, whyBanned(ban))[language], nonRetriable: true },
    decision: guardDecision('GRD-06', guardNotes.refusedBanned(tool)[language]),
  });
}

export function spentResult(tool: string, failures: number, language: Language): SettledResult {
  return failedResult({
    failure: { error: callTexts.spent(failures)[language], nonRetriable: true },
    decision: guardDecision('GRD-02', guardNotes.refusedSpent(tool)[language]),
  });
}

function whyBanned(ban: Ban): Text {
  switch (ban.rule) {
    case 'GRD-01':
      return callTexts.whyFailures(ban.failures);
    case 'GRD-04':
      return callTexts.whyNonRetriable(ban.reason);
    case 'GRD-03':
      return callTexts.whyDeadLoop();
    default:
      return assertNever(ban);
  }
}

/** A failure that the loop itself reports, as a result like any other. */
export function failedResult(parts: {
  readonly failure: Failure;
  readonly decision?: Decision;
  readonly isRecoverable?: boolean;
  readonly bansSkill?: boolean;
}): SettledResult {
  const { failure, decision, isRecoverable = false, bansSkill = false } = parts;
  const envelope = failureEnvelope(failure);
  return {
    envelope,
    raw: envelope,
    verdict: { status: 'failed', reason: failure.error, isRecoverable, bansSkill },
    decisions: decision === undefined ? [] : [decision],
  };
}
