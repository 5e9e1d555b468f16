// The guard of one turn (GRD-01 … GRD-06, GRD-08): which calls may run, and when.

import type { Language } from '#base/text.ts';
import type { SettleContext, SettledResult, Verdict } from '#features/results/index.ts';
import {
  FailureBudget,
  outcomeOf,
  type GuardDecision,
  type GuardLimits,
  type Outcome,
} from './failure-budget.ts';
import {
  bannedResult,
  deadLoopResult,
  SAME_CALLS,
  spentResult,
  unknownToolResult,
  unreadableResult,
} from './guard-refusals.ts';
import type { PlannedCall } from './planned-call.ts';

/** GRD-08: calls that run at once at most. */
const AT_ONCE = 8;

export interface GuardParts {
  readonly limits: GuardLimits;
  /** Names of every tool of the turn. */
  readonly tools: readonly string[];
  readonly language: Language;
}

/** What becomes of a call next; `refused` comes with its result. */
export type Permission =
  | { readonly status: 'start'; readonly hasFailedInTurn: boolean }
  | { readonly status: 'wait' }
  | { readonly status: 'refused'; readonly result: SettledResult };

interface Entry {
  readonly call: PlannedCall;
  isRunning: boolean;
  outcome: Outcome | undefined;
}

interface Refusal {
  readonly outcome: Outcome;
  readonly result: SettledResult;
}

/**
 * Knows no clock and no promise: it is told what happened and says what may happen. Ends are committed in the
 * order the model listed the calls; what is not committed yet still holds its place in the budget.
 */
export class Guard {
  readonly #limits: GuardLimits;
  readonly #tools: readonly string[];
  readonly #language: Language;
  readonly #budget: FailureBudget;
  readonly #timesCalled = new Map<string, number>();
  /** The calls of the step that are not committed yet, in the model's order. */
  #step: Entry[] = [];

  constructor(parts: GuardParts) {
    this.#limits = parts.limits;
    this.#tools = parts.tools;
    this.#language = parts.language;
    this.#budget = new FailureBudget(parts.limits, parts.language);
  }

  /** Counted failures (GRD-05). */
  get failures(): number {
    return this.#budget.total;
  }

  /** GRD-02: the turn has to wrap up. */
  get isSpent(): boolean {
    return this.#budget.isSpent;
  }

  /** A tool was called again and again with the same arguments (GRD-03). */
  get isStuck(): boolean {
    return [...this.#budget.bans.values()].some(({ rule }) => rule === 'GRD-03');
  }

  /** Every ruling so far, for the trace. */
  get decisions(): readonly GuardDecision[] {
    return this.#budget.decisions;
  }

  /** In the order they were banned. */
  banned(): readonly string[] {
    return [...this.#budget.bans.keys()];
  }

  isBanned(tool: string): boolean {
    return this.#budget.bans.has(tool);
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
      this.#budget.noteRefusal(call, refusal.result);
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
      this.#budget.noteRefusal(entry.call, result);
      this.#end(entry, { kind: 'free' });
      return { status: 'refused', result };
    }
    if (!this.#hasRoomFor(tool, index)) return { status: 'wait' };
    const hasFailedInTurn = this.#pressureOf(tool).failures > 0;
    entry.isRunning = true;
    return { status: 'start', hasFailedInTurn };
  }

  /** A call came back. */
  settle(id: string, verdict: Verdict): void {
    this.#endById(id, outcomeOf(verdict));
  }

  /** A call ended without a verdict on its tool: stopped, or never started. */
  dismiss(id: string): void {
    this.#endById(id, { kind: 'free' });
  }

  #refusalOnArrival(call: PlannedCall): Refusal | undefined {
    const { tool } = call;
    const context = this.#contextOf(tool);
    if (!this.#tools.includes(tool)) {
      const available = this.#tools.filter((name) => !this.isBanned(name));
      return { outcome: { kind: 'unknown-tool' }, result: unknownToolResult(context, available) };
    }
    const ban = this.#budget.bans.get(tool);
    if (ban !== undefined) return free(bannedResult(context, ban));
    if (this.isSpent) return free(spentResult(context, this.failures));
    const times = this.#countCall(call);
    if (times > (this.#limits.sameCalls ?? SAME_CALLS)) {
      this.#budget.ban(tool, { rule: 'GRD-03' });
      return free(deadLoopResult(context, times));
    }
    const { arguments: read } = call;
    return read.status === 'read' ? undefined : free(unreadableResult(context, read.problem));
  }

  /** A dead loop stops what the model lists after it, not what it listed before. */
  #refusalAtStart(tool: string): SettledResult | undefined {
    const ban = this.#budget.bans.get(tool);
    if (ban !== undefined && ban.rule !== 'GRD-03') return bannedResult(this.#contextOf(tool), ban);
    return this.isSpent ? spentResult(this.#contextOf(tool), this.failures) : undefined;
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
    const before = this.#step.slice(0, index);
    const unknown = before.filter(({ outcome }) => outcome?.kind === 'unknown-tool').length;
    const isAboutToBeBanned = before.some(
      ({ call, outcome }) => call.tool === tool && outcome?.kind === 'failure' && outcome.bans,
    );
    return (
      all.running < AT_ONCE &&
      all.failures + all.running + unknown < this.#limits.failTotal &&
      own.failures + own.running < this.#limits.failPerTool &&
      !isAboutToBeBanned
    );
  }

  /** What holds a place in the budget: counted failures, those about to be, and calls in flight. */
  #pressureOf(tool: string | undefined): { readonly failures: number; readonly running: number } {
    let failures = tool === undefined ? this.failures : this.#budget.failuresOf(tool);
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
    for (const { call, outcome } of ended)
      if (outcome !== undefined) this.#budget.count(call, outcome);
  }

  #contextOf(skill: string): SettleContext {
    return { skill, language: this.#language };
  }
}

function free(result: SettledResult): Refusal {
  return { outcome: { kind: 'free' }, result };
}
