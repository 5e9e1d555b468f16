// The results of calls that are not run: what the model is told instead, and the rule that decided.

import { assertNever } from '#base/assert-never.ts';
import type { Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { unknownSkillText } from '#contract/literal-texts.ts';
import { callTexts, guardNotes } from '#contract/texts/agent-texts.ts';
import {
  settleFailure,
  type Failure,
  type SettleContext,
  type SettledResult,
} from '#features/results/index.ts';

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
  context: SettleContext,
  available: readonly string[],
): SettledResult {
  const failure = {
    error: unknownSkillText(context.skill),
    facts: { available_tools: available },
  };
  return refusal(failure, context, { rule: 'ENV-13', note: guardNotes.unknownTool(context.skill) });
}

export function unreadableResult(context: SettleContext, problem: Text): SettledResult {
  const failure = {
    error: callTexts.unreadable(context.skill, problem)[context.language],
    errorType: 'recoverable',
    facts: { _hint: callTexts.unreadableHint()[context.language] },
  } as const;
  return refusal(failure, context, { rule: 'GRD-05', note: guardNotes.unreadable(context.skill) });
}

/** `times`: this call's number, the first that does not run. */
export function deadLoopResult(context: SettleContext, times: number): SettledResult {
  const error = callTexts.deadLoop(context.skill, times - 1)[context.language];
  const note = guardNotes.deadLoop(context.skill, times);
  return refusal({ error, nonRetriable: true }, context, { rule: 'GRD-03', note });
}

/** Says `non_retriable` too: the same call fails for as long as the turn lasts. */
export function bannedResult(context: SettleContext, ban: Ban): SettledResult {
  const error = callTexts.banned(context.skill, whyBanned(ban))[context.language];
  const note = guardNotes.refusedBanned(context.skill);
  return refusal({ error, nonRetriable: true }, context, { rule: 'GRD-06', note });
}

export function spentResult(context: SettleContext, failures: number): SettledResult {
  const error = callTexts.spent(failures)[context.language];
  const note = guardNotes.refusedSpent(context.skill);
  return refusal({ error, nonRetriable: true }, context, { rule: 'GRD-02', note });
}

function refusal(
  failure: Failure,
  context: SettleContext,
  ruling: { readonly rule: string; readonly note: Text },
): SettledResult {
  const settled = settleFailure(failure, context);
  const decision = guardDecision(ruling.rule, ruling.note[context.language]);
  return { ...settled, decisions: [decision, ...settled.decisions] };
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
