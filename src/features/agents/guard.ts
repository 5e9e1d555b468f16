// The guard of one turn (GRD-01 … GRD-06, GRD-08): which calls may run, which failures count, which tools are stopped.

import type { Language } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { guardNotes } from '#contract/texts/agent-texts.ts';
import type { SettledResult, Verdict } from '#features/results/index.ts';
import {
  bannedResult,
  deadLoopResult,
  guardDecision,
  SAME_CALLS,
  spentResult,
  unknownToolResult,
  unreadableResult,
  type Ban,
} from './guard-refusals.ts';
import type { PlannedCall } from './planned-call.ts';

/** GRD-08: calls that run at once at most. */
const AT_ONCE = 8;

export interface GuardLimits {
  /** `FAIL_PER_TOOL`: counted failures that ban a tool. */
  readonly failPerTool: number;
  /** `FAIL_TOTAL`: counted failures that end the turn. */
  readonly failTotal: number;
}

export interface GuardParts {
  readonly limits: GuardLimits;
  /** Names of every tool of the turn. */
  readonly tools: readonly string[];
  readonly language: Language;
}

/** What becomes of a call next; `refused` is its result. */
export type Permission =
  | { readonly status: 'start'; readonly hasFailedInTurn: boolean }
  | { readonly status: 'wait' }
  | { readonly status: 'refused'; readonly result: SettledResult };

export interface GuardDecision {
  readonly id: string;
  readonly tool: string;
  readonly decision: Decision;
}

/** What a call's end means for the budget. */
type Outcome =
  | { readonly kind: 'free' }
  | { readonly kind: 'unknown-tool' }
  | { readonly kind: 'correctable' }
  | { readonly kind: 'failure'; readonly bans: boolean; readonly reason: string };

interface Entry {
  readonly call: PlannedCall;
  isRunning: boolean;
  outcome: Outcome | undefined;
}

/**
 * Knows no clock and no promise: it is told what happened and says what may happen. Ends are committed in the
 * order the model listed the calls; what is not committed yet still holds its place in the budget.
 */
export class Guard {
  readonly #limits: GuardLimits;
  readonly #tools: readonly string[];
  readonly #language: Language;
  readonly #failures = new Map<string, number>();
  readonly #bans = new Map<string, Ban>();
  readonly #timesCalled = new Map<string, number>();
  readonly #decisions: GuardDecision[] = [];
  /** The calls of the step that are not committed yet, in the model's order. */
  #step: Entry[] = [];
  #total = 0;

  constructor(parts: GuardParts) {
    this.#limits = parts.limits;
    this.#tools = parts.tools;
    this.#language = parts.language;
  }

  /** Counted failures (GRD-05). */
  get failures(): number {
    return this.#total;
  }

  /** GRD-02: the turn has to wrap up. */
  get isSpent(): boolean {
    return this.#total >= this.#limits.failTotal;
  }

  /** Every ruling so far, for the trace. */
  get decisions(): readonly GuardDecision[] {
    return this.#decisions;
  }

  banned(): readonly string[] {
    return [...this.#bans.keys()];
  }

  isBanned(tool: string): boolean {
    return this.#bans.has(tool);
  }

  /**
   * Takes in all calls of a step before any of them starts (GRD-08), and gives the results of those that are
   * refused, by call id. The others are to be asked for with `permit`.
   */
  admit(calls: readonly PlannedCall[]): ReadonlyMap<string, SettledResult> {
    const refused = new Map<string, SettledResult>();
    for (const call of calls) {
      const refusal = this.#refusalOnArrival(call);
      this.#step.push({ call, isRunning: false, outcome: refusal?.outcome });
      if (refusal === undefined) continue;
      refused.set(call.id, refusal.result);
      this.#note(call, refusal.result.decisions);
    }
    this.#commit();
    return refused;
  }

  /** Whether an admitted call may start now (GRD-08). It counts as running from then on. */
  permit(id: string): Permission {
    const index = this.#step.findIndex(({ call }) => call.id === id);
    const entry = this.#step[index];
    if (entry === undefined) throw new TypeError(`The call ${id} is not under way.`);
    const { tool } = entry.call;
    const result = this.#refusalAtStart(tool);
    if (result !== undefined) {
      this.#note(entry.call, result.decisions);
      this.#end(entry, { kind: 'free' });
      return { status: 'refused', result };
    }
    if (!this.#hasRoomFor(tool, index)) return { status: 'wait' };
    entry.isRunning = true;
    return { status: 'start', hasFailedInTurn: this.#pressureOf(tool).failures > 0 };
  }

  /** A call came back. */
  settle(id: string, verdict: Verdict): void {
    this.#endById(id, outcomeOf(verdict));
  }

  /** A call ended without a verdict on its tool: stopped, or never started. */
  dismiss(id: string): void {
    this.#endById(id, { kind: 'free' });
  }

  #refusalOnArrival(
    call: PlannedCall,
  ): { readonly outcome: Outcome; readonly result: SettledResult } | undefined {
    const { tool } = call;
    const language = this.#language;
    if (!this.#tools.includes(tool)) {
      const available = this.#tools.filter((name) => !this.#bans.has(name));
      const result = unknownToolResult(tool, available, language);
      return { outcome: { kind: 'unknown-tool' }, result };
    }
    const refusedAnyhow = this.#refusalAtStart(tool) ?? this.#refusalByBan(tool);
    if (refusedAnyhow !== undefined) return { outcome: { kind: 'free' }, result: refusedAnyhow };
    const times = this.#countCall(call);
    if (times > SAME_CALLS) {
      this.#bans.set(tool, { rule: 'GRD-03' });
      return { outcome: { kind: 'free' }, result: deadLoopResult(tool, times, language) };
    }
    if (call.arguments.status === 'read') return undefined;
    const result = unreadableResult(tool, call.arguments.problem, language);
    return { outcome: { kind: 'free' }, result };
  }

  /** A dead loop stops what the model lists after it, not what it listed before. */
  #refusalAtStart(tool: string): SettledResult | undefined {
    const ban = this.#bans.get(tool);
    if (ban !== undefined && ban.rule !== 'GRD-03') return bannedResult(tool, ban, this.#language);
    return this.isSpent ? spentResult(tool, this.#total, this.#language) : undefined;
  }

  #refusalByBan(tool: string): SettledResult | undefined {
    const ban = this.#bans.get(tool);
    return ban === undefined ? undefined : bannedResult(tool, ban, this.#language);
  }

  #countCall(call: PlannedCall): number {
    const key = `${call.tool}\n${call.signature}`;
    const times = (this.#timesCalled.get(key) ?? 0) + 1;
    this.#timesCalled.set(key, times);
    return times;
  }

  #hasRoomFor(tool: string, index: number): boolean {
    const all = this.#pressureOf(undefined);
    const own = this.#pressureOf(tool);
    const isAboutToBeBanned = this.#step.some(
      ({ call, outcome }, at) =>
        at < index && call.tool === tool && outcome?.kind === 'failure' && outcome.bans,
    );
    return (
      all.running < AT_ONCE &&
      all.failures + all.running < this.#limits.failTotal &&
      own.failures + own.running < this.#limits.failPerTool &&
      !isAboutToBeBanned
    );
  }

  /** What holds a place in the budget: counted failures, those about to be, and calls in flight. */
  #pressureOf(tool: string | undefined): { readonly failures: number; readonly running: number } {
    let failures = tool === undefined ? this.#total : (this.#failures.get(tool) ?? 0);
    let running = 0;
    for (const { call, isRunning, outcome } of this.#step) {
      if (tool !== undefined && call.tool !== tool) continue;
      if (isRunning) running += 1;
      else if (outcome?.kind === 'failure') failures += 1;
    }
    return { failures, running };
  }

  #endById(id: string, outcome: Outcome): void {
    const entry = this.#step.find(({ call }) => call.id === id);
    if (entry !== undefined) this.#end(entry, outcome);
  }

  #end(entry: Entry, outcome: Outcome): void {
    entry.isRunning = false;
    entry.outcome = outcome;
    this.#commit();
  }

  #commit(): void {
    const firstOpen = this.#step.findIndex(({ outcome }) => outcome === undefined);
    const ended = this.#step.splice(0, firstOpen === -1 ? this.#step.length : firstOpen);
    for (const { call, outcome } of ended) if (outcome !== undefined) this.#count(call, outcome);
  }

  #count(call: PlannedCall, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'free':
        return;
      case 'correctable':
        this.#rule(call, 'GRD-05', guardNotes.notCounted(call.tool)[this.#language]);
        return;
      case 'unknown-tool':
        this.#countUnknown(call);
        return;
      case 'failure':
        this.#countFailure(call, outcome);
    }
  }

  #countUnknown(call: PlannedCall): void {
    if (this.isSpent) return;
    this.#total += 1;
    this.#rule(call, 'GRD-05', guardNotes.unknownCounted(call.tool, this.#total)[this.#language]);
    this.#noteSpent(call);
  }

  #countFailure(call: PlannedCall, failure: Outcome & { readonly kind: 'failure' }): void {
    const { tool } = call;
    const { failPerTool } = this.#limits;
    const count = { tool: (this.#failures.get(tool) ?? 0) + 1, total: this.#total + 1 };
    this.#failures.set(tool, count.tool);
    this.#total = count.total;
    this.#rule(call, 'GRD-01', guardNotes.counted(tool, count)[this.#language]);
    if (failure.bans) {
      this.#bans.set(tool, { rule: 'GRD-04', reason: failure.reason });
      this.#rule(call, 'GRD-04', guardNotes.bannedAtOnce(tool)[this.#language]);
    } else if (count.tool >= failPerTool) {
      this.#bans.set(tool, { rule: 'GRD-01', failures: count.tool });
      this.#rule(call, 'GRD-01', guardNotes.bannedByFailures(tool, failPerTool)[this.#language]);
    }
    this.#noteSpent(call);
  }

  #noteSpent(call: PlannedCall): void {
    if (this.#total === this.#limits.failTotal)
      this.#rule(call, 'GRD-02', guardNotes.spent(this.#total)[this.#language]);
  }

  #rule(call: PlannedCall, rule: string, note: string): void {
    this.#note(call, [guardDecision(rule, note)]);
  }

  #note(call: PlannedCall, decisions: readonly Decision[]): void {
    for (const decision of decisions)
      this.#decisions.push({ id: call.id, tool: call.tool, decision });
  }
}

function outcomeOf(verdict: Verdict): Outcome {
  if (verdict.status !== 'failed') return { kind: 'free' };
  if (verdict.isRecoverable) return { kind: 'correctable' };
  return { kind: 'failure', bans: verdict.bansSkill, reason: verdict.reason ?? '' };
}
