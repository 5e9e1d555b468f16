// What failed in a turn and what that stops: the counts of GRD-01, GRD-02 and GRD-05, and the bans.

import { assertNever } from '#base/assert-never.ts';
import type { Language, Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { guardNotes } from '#contract/texts/agent-texts.ts';
import type { SettledResult, Verdict } from '#features/results/index.ts';
import { guardDecision, type Ban } from './guard-refusals.ts';
import type { PlannedCall } from './planned-call.ts';

export interface GuardLimits {
  /** `FAIL_PER_TOOL`: counted failures that ban a tool. */
  readonly failPerTool: number;
  /** `FAIL_TOTAL`: counted failures that end the turn. */
  readonly failTotal: number;
  /** Calls of one pair of tool and arguments that run; three where it is left out (GRD-03). */
  readonly sameCalls?: number | undefined;
}

/** One ruling, for the trace. */
export interface GuardDecision {
  readonly id: string;
  readonly tool: string;
  readonly decision: Decision;
}

/** What a call's end means for the budget. */
export type Outcome =
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown-tool' }
  | { readonly kind: 'correctable' }
  | { readonly kind: 'failure'; readonly bans: boolean; readonly reason: string };

export function outcomeOf(verdict: Verdict): Outcome {
  if (verdict.status !== 'failed') return { kind: 'free' };
  if (verdict.isRecoverable) return { kind: 'correctable' };
  return { kind: 'failure', bans: verdict.bansSkill, reason: verdict.reason ?? '' };
}

export class FailureBudget {
  readonly #limits: GuardLimits;
  readonly #language: Language;
  readonly #perTool = new Map<string, number>();
  readonly #bans = new Map<string, Ban>();
  readonly #decisions: GuardDecision[] = [];
  #total = 0;

  constructor(limits: GuardLimits, language: Language) {
    this.#limits = limits;
    this.#language = language;
  }

  get total(): number {
    return this.#total;
  }

  get isSpent(): boolean {
    return this.#total >= this.#limits.failTotal;
  }

  get bans(): ReadonlyMap<string, Ban> {
    return this.#bans;
  }

  get decisions(): readonly GuardDecision[] {
    return this.#decisions;
  }

  failuresOf(tool: string): number {
    return this.#perTool.get(tool) ?? 0;
  }

  ban(tool: string, ban: Ban): void {
    this.#bans.set(tool, ban);
  }

  /** To be called in the order the model listed the calls (GRD-08). */
  count(call: PlannedCall, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'free':
        return;
      case 'correctable':
        this.#rule(call, 'GRD-05', guardNotes.notCounted(call.tool));
        return;
      case 'unknown-tool':
        this.#countUnknown(call);
        return;
      case 'failure':
        this.#countFailure(call, outcome);
        return;
      default:
        assertNever(outcome);
    }
  }

  /** A refusal's own ruling comes first; how its envelope was settled is in the result. */
  noteRefusal({ id, tool }: PlannedCall, { decisions }: SettledResult): void {
    for (const decision of decisions.slice(0, 1)) this.#decisions.push({ id, tool, decision });
  }

  #countUnknown(call: PlannedCall): void {
    if (this.isSpent) return;
    this.#total += 1;
    this.#rule(call, 'GRD-05', guardNotes.unknownCounted(call.tool, this.#total));
    this.#noteIfSpent(call);
  }

  #countFailure(call: PlannedCall, failure: Outcome & { readonly kind: 'failure' }): void {
    const { tool } = call;
    const { failPerTool } = this.#limits;
    const wasSpent = this.isSpent;
    const ofTool = this.failuresOf(tool) + 1;
    this.#perTool.set(tool, ofTool);
    // An unknown tool may have taken the last place while this call was in flight.
    if (!wasSpent) this.#total += 1;
    this.#rule(call, 'GRD-01', guardNotes.counted(tool, { tool: ofTool, total: this.#total }));
    if (failure.bans) {
      this.ban(tool, { rule: 'GRD-04', reason: failure.reason });
      this.#rule(call, 'GRD-04', guardNotes.bannedAtOnce(tool));
    } else if (ofTool >= failPerTool) {
      this.ban(tool, { rule: 'GRD-01', failures: ofTool });
      this.#rule(call, 'GRD-01', guardNotes.bannedByFailures(tool, failPerTool));
    }
    if (!wasSpent) this.#noteIfSpent(call);
  }

  #noteIfSpent(call: PlannedCall): void {
    if (this.isSpent) this.#rule(call, 'GRD-02', guardNotes.spent(this.#total));
  }

  #rule({ id, tool }: PlannedCall, rule: string, note: Text): void {
    this.#decisions.push({ id, tool, decision: guardDecision(rule, note[this.#language]) });
  }
}
