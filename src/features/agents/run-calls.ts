// Runs the calls of one model step: in parallel as the guard permits (GRD-08), each with exactly one result in the ledger.

import { messageOf } from '#base/app-error.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { callTexts } from '#contract/texts/agent-texts.ts';
import type { AssistantPart } from '#features/models/index.ts';
import { settleFailure, type SettledResult } from '#features/results/index.ts';
import type { CallLedger, CallState } from './call-ledger.ts';
import type { Guard } from './guard.ts';
import type { OnLoopEvent } from './loop-event.ts';
import type { PlannedCall } from './planned-call.ts';
import { boundResult, type ResultBudget } from './result-budget.ts';
import type { ToolFace } from './tool-face.ts';
import type { Interrupt, LoopClock } from './turn-clock.ts';
import { watchCall, type CallEnd, type CallReturn } from './watch-call.ts';

export interface EndedCall {
  readonly call: PlannedCall;
  readonly state: Exclude<CallState, 'open' | 'running'>;
  readonly result: SettledResult;
  /** What the model, the ledger and later turns are given of its envelope. */
  readonly told: JsonObject;
}

export interface CallParts {
  /** The model's message that holds the calls. */
  readonly answer: readonly AssistantPart[];
  readonly face: ToolFace;
  readonly ledger: CallLedger;
  readonly guard: Guard;
  readonly budget: ResultBudget;
  readonly clock: LoopClock;
  readonly interrupt: Interrupt;
  readonly toolWallMs: number;
  readonly language: Language;
  readonly onEvent: OnLoopEvent;
  /** Is given the recording of every result that comes after its call was cut. */
  readonly onStraggler: (recorded: Promise<void>) => void;
}

/** The ends in the order of `calls`. Rejects only where the ledger does; nothing runs on then. */
export async function runCalls(
  calls: readonly PlannedCall[],
  parts: CallParts,
): Promise<readonly EndedCall[]> {
  const step: Step = { parts, ended: new Map(), waiting: [], running: new Set() };
  await parts.ledger.open(
    calls.map(({ id, tool, argumentsText }) => ({ id, tool, argumentsText })),
    parts.answer,
  );
  const refused = parts.guard.admit(calls);
  for (const call of calls) {
    const result = refused.get(call.id);
    if (result === undefined) step.waiting.push(call);
    else await refuse(step, call, { state: 'refused', result });
  }
  try {
    while (step.waiting.length > 0 || step.running.size > 0) {
      await startWhatMay(step);
      if (step.running.size > 0) await Promise.race(step.running);
      throwIfBroken(step);
    }
  } catch (error) {
    parts.interrupt.end();
    await Promise.allSettled(step.running);
    throw error;
  }
  return calls.flatMap((call) => step.ended.get(call.id) ?? []);
}

interface Step {
  readonly parts: CallParts;
  readonly ended: Map<string, EndedCall>;
  /** In the model's order. */
  waiting: PlannedCall[];
  /** None of them rejects: what one throws is kept in `broken`, for at any moment nobody may be waiting for it. */
  readonly running: Set<Promise<void>>;
  /** The first that the ledger threw while a call ran. */
  broken?: { readonly thrown: unknown };
}

function throwIfBroken({ broken }: Step): void {
  if (broken !== undefined) throw broken.thrown;
}

async function startWhatMay(step: Step): Promise<void> {
  const stillWaiting: PlannedCall[] = [];
  for (const call of step.waiting) {
    const next = await startIfItMay(step, call);
    throwIfBroken(step);
    if (next === 'wait') stillWaiting.push(call);
  }
  const isStuck = step.running.size === 0 && stillWaiting.length === step.waiting.length;
  if (isStuck && stillWaiting.length > 0)
    throw new TypeError('The guard lets no call start though none is running.');
  step.waiting = stillWaiting;
}

async function startIfItMay(step: Step, call: PlannedCall): Promise<'wait' | 'gone'> {
  const { guard, interrupt } = step.parts;
  if (interrupt.cause() !== undefined) {
    await dropUnstarted(step, call);
    return 'gone';
  }
  const permission = guard.permit(call.id);
  if (permission.status === 'wait') return 'wait';
  if (permission.status === 'refused') {
    await refuse(step, call, { state: 'refused', result: permission.result });
    return 'gone';
  }
  const run: Promise<void> = runCall(step, call, permission.hasFailedInTurn)
    .catch((thrown: unknown) => {
      step.broken ??= { thrown };
    })
    .finally(() => step.running.delete(run));
  step.running.add(run);
  return 'gone';
}

async function runCall(step: Step, call: PlannedCall, hasFailedInTurn: boolean): Promise<void> {
  const { parts } = step;
  const { clock, onEvent } = parts;
  const { id, tool } = call;
  const input = call.arguments.status === 'read' ? call.arguments.input : {};
  await parts.ledger.start(id);
  if (parts.interrupt.cause() !== undefined) {
    await dropUnstarted(step, call);
    return;
  }
  onEvent({ type: 'tool-started', id, tool, input });
  const startedAt = clock.now();
  const end = await watchCall(
    { id, tool, input },
    {
      ...parts,
      hasFailedInTurn,
      onProgress: (fraction, text) => onEvent({ type: 'tool-progress', id, fraction, text }),
    },
  );
  const { isForBudget, ...settled } = endedCall(call, end, parts);
  const ended = toldCall(settled, parts);
  await parts.ledger.settle(id, ended.state, ended.told);
  if (isForBudget) parts.guard.settle(id, ended.result.verdict);
  else parts.guard.dismiss(id);
  step.ended.set(id, ended);
  onEvent({
    type: 'tool-finished',
    id,
    tool,
    result: ended.result,
    durationMs: clock.now() - startedAt,
  });
  if (end.status === 'cut') parts.onStraggler(recordLate(call, end.late, parts));
}

async function refuse(
  step: Step,
  call: PlannedCall,
  end: Pick<EndedCall, 'state' | 'result'>,
): Promise<void> {
  const { id, tool } = call;
  const ended = toldCall({ call, ...end }, step.parts);
  await step.parts.ledger.settle(id, ended.state, ended.told);
  step.ended.set(id, ended);
  const reason = ended.result.verdict.reason ?? '';
  step.parts.onEvent({ type: 'tool-refused', id, tool, reason, result: ended.result });
}

/** Whatever gave the result: nothing reaches a model, the ledger or an event but through here. */
function toldCall(ended: Omit<EndedCall, 'told'>, { budget, language }: CallParts): EndedCall {
  const envelope = boundResult(ended.result, language);
  const isWhole = envelope === ended.result.envelope;
  const result = isWhole ? ended.result : { ...ended.result, envelope };
  return { ...ended, result, told: budget.told(envelope) };
}

/** Stopped before it started: nothing was done, and that is what is said. */
async function dropUnstarted(step: Step, call: PlannedCall): Promise<void> {
  const { guard, interrupt, language } = step.parts;
  const text = callTexts.notStarted(call.tool, interrupt.cause() ?? 'stopped');
  guard.dismiss(call.id);
  const result = settleFailure({ error: text[language] }, { skill: call.tool, language });
  await refuse(step, call, { state: 'aborted', result });
}

function endedCall(
  call: PlannedCall,
  end: CallEnd,
  parts: CallParts,
): Omit<EndedCall, 'told'> & { readonly isForBudget: boolean } {
  const { language } = parts;
  const { struck } = end;
  const context = { skill: call.tool, language };
  if (end.status === 'returned') {
    const { result } = end;
    const { status } = result.verdict;
    if (status !== 'failed') return { call, state: status, result, isForBudget: true };
    if (struck === undefined || struck === 'wall')
      return { call, state: 'failed', result, isForBudget: true };
    // It stopped because it was told to: not its own failure, and how far it came is in `upstream`.
    const error = callTexts.mayHaveRun(call.tool, struck)[language];
    const told = settleFailure({ error, facts: { upstream: result.envelope } }, context);
    return { call, state: 'aborted', result: told, isForBudget: false };
  }
  const text =
    end.status === 'broke' && struck === undefined
      ? callTexts.broke(call.tool, messageOf(end.thrown))
      : cutText(call.tool, struck ?? 'stopped', parts.toolWallMs);
  return {
    call,
    state: struck === undefined ? 'failed' : 'aborted',
    result: settleFailure({ error: text[language] }, context),
    isForBudget: struck === undefined || struck === 'wall',
  };
}

function cutText(tool: string, cause: 'wall' | 'stopped' | 'time', toolWallMs: number): Text {
  return cause === 'wall'
    ? callTexts.wallCut(tool, toolWallMs / 1000)
    : callTexts.mayHaveRun(tool, cause);
}

/** For the trace only: by then the model was told that the call was cut, and no failure here changes that. */
async function recordLate(
  call: PlannedCall,
  late: Promise<CallReturn>,
  { ledger, language }: CallParts,
): Promise<void> {
  const came = await late;
  if (came.status === 'returned') {
    await ledger.late(call.id, boundResult(came.result, language));
    return;
  }
  const error = callTexts.broke(call.tool, messageOf(came.thrown))[language];
  const broke = settleFailure({ error }, { skill: call.tool, language });
  await ledger.late(call.id, broke.envelope);
}
