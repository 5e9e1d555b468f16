// When a skill is run again after a transient fault, and when it is not: the one place that says so (ENV-12, ENV-16).

import type { Language } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';
import { executionNotes } from '#contract/texts/execution-notes.ts';
import { classifyException } from '#features/results/index.ts';
import type { RunStore } from '#features/runs/index.ts';
import type { RuntimeRun } from '#features/runtimes/index.ts';

/** Runs in all, the first included. */
const MOST_ATTEMPTS = 3;

const BREAKER_WINDOW_MS = 30 * 60_000;
const BREAKER_FAILURES = 2;

/** A network needs a moment to come back; a person should not notice it. */
const PAUSES_MS = [100, 400];

export interface RerunRules {
  readonly skill: string;
  readonly orgId: string;
  readonly roleId: string;
  /** Only the dialog line runs a skill again. */
  readonly line: string;
  readonly hasFailedInTurn: boolean;
  readonly isIdempotent: boolean | undefined;
  /** Of the notes. */
  readonly language: Language;
}

export interface AttemptPlan {
  /** 1 or 3. */
  readonly attempts: number;
  readonly decision: Decision;
}

/** Asked before the first run, since the circuit breaker looks at what was before it. */
export async function planAttempts(
  rules: RerunRules,
  runs: RunStore,
  now: Date,
): Promise<AttemptPlan> {
  const { language } = rules;
  if (rules.line !== 'dialog') return once(executionNotes.lineRunsOnce(rules.line)[language]);
  if (rules.isIdempotent === false) {
    return once(executionNotes.notIdempotent()[language], 'ENV-16');
  }
  if (rules.hasFailedInTurn) return once(executionNotes.failedBefore()[language]);
  if (await isBreakerOpen(rules, runs, now)) {
    const minutes = BREAKER_WINDOW_MS / 60_000;
    return once(executionNotes.breakerOpen(BREAKER_FAILURES, minutes)[language]);
  }
  const note = executionNotes.mayRerun(MOST_ATTEMPTS)[language];
  return { attempts: MOST_ATTEMPTS, decision: { stage: 'rerun', rule: 'ENV-12', note } };
}

function once(note: string, rule = 'ENV-12'): AttemptPlan {
  return { attempts: 1, decision: { stage: 'rerun', rule, note } };
}

export interface Attempts {
  readonly run: RuntimeRun;
  readonly attempts: number;
  readonly decisions: readonly Decision[];
}

export interface AttemptRules {
  readonly most: number;
  readonly signal: AbortSignal;
  /** Of the notes. */
  readonly language: Language;
}

/** Runs until it ends in anything but a transient fault, or `most` runs are used up. */
export async function runWithReruns(
  { most, signal, language }: AttemptRules,
  runOnce: () => Promise<RuntimeRun>,
): Promise<Attempts> {
  const decisions: Decision[] = [];
  const logs: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const run = await runOnce();
    logs.push(run.log);
    const isLast = attempt >= most || signal.aborted || !isTransient(run);
    if (isLast) return { run: { ...run, log: logs.join('') }, attempts: attempt, decisions };
    decisions.push({
      stage: 'rerun',
      rule: 'ENV-12',
      note: executionNotes.attemptEnded(attempt, faultOf(run))[language],
    });
    await pause(PAUSES_MS[attempt - 1] ?? 0, signal);
  }
}

async function isBreakerOpen(rules: RerunRules, runs: RunStore, now: Date): Promise<boolean> {
  const recent = await runs.recent({
    orgId: rules.orgId,
    roleId: rules.roleId,
    skill: rules.skill,
    since: new Date(now.getTime() - BREAKER_WINDOW_MS),
    limit: BREAKER_FAILURES,
  });
  return recent.length === BREAKER_FAILURES && recent.every(({ status }) => status === 'failed');
}

/** A wall clock's strike, a stop, a worker's crash and a memory kill are none. */
function isTransient({ outcome }: RuntimeRun): boolean {
  return outcome.status === 'raised' && classifyException(outcome.exception) === 'transient';
}

function faultOf({ outcome }: RuntimeRun): string {
  return outcome.status === 'raised' ? outcome.exception.name : outcome.status;
}

async function pause(limitMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, limitMs);
    signal.addEventListener('abort', end, { once: true });
  });
}
