// The model–tool loop of one turn: ask, run the calls, give back the results, until there is an answer or a limit.

import { assertNever } from '#base/assert-never.ts';
import type { Text } from '#base/text.ts';
import { noticeTexts, replyTexts, type TurnLimit } from '#contract/texts/agent-texts.ts';
import type { ModelFinish, ToolResult } from '#features/models/index.ts';
import { askFitted } from './fitted-request.ts';
import { endAnswered, endModelFailed, endStopped, lastWord } from './last-word.ts';
import { acceptableName, planStep, type PlannedStep } from './planned-call.ts';
import { runCalls, type EndedCall } from './run-calls.ts';
import { systemClock } from './turn-clock.ts';
import {
  addAssistant,
  addMessage,
  allowedTools,
  say,
  startTurn,
  tellingParts,
  type LoopParts,
  type LoopRequest,
  type LoopResult,
  type Turn,
} from './turn.ts';

/**
 * Runs one turn to its end. Whatever the model or a tool does, every call has exactly one result in the ledger
 * before the next model request, and the turn ends with a result. Rejects only where the ledger can't store.
 */
export async function runLoop(parts: LoopParts, request: LoopRequest): Promise<LoopResult> {
  const turn = startTurn({ ...parts, clock: parts.clock ?? systemClock }, request);
  try {
    for (;;) {
      const end = (await endAtLimit(turn)) ?? (await takeStep(turn));
      if (end !== undefined) return end;
    }
  } finally {
    turn.interrupt.end();
  }
}

async function endAtLimit(turn: Turn): Promise<LoopResult | undefined> {
  if (turn.interrupt.cause() === 'stopped') return endStopped(turn, turn.heldText);
  const limit = limitReached(turn);
  return limit === undefined ? undefined : lastWord(turn, limit);
}

function limitReached(turn: Turn): TurnLimit | undefined {
  if (turn.interrupt.cause() === 'time') return 'time';
  if (turn.guard.isSpent) return 'failures';
  if (turn.parts.limits.endsAtBan === true && turn.guard.banned().length > 0)
    return turn.guard.isStuck ? 'stuck' : 'failures';
  return turn.rounds >= turn.parts.limits.maxRounds ? 'rounds' : undefined;
}

/** Undefined where the turn goes on. */
async function takeStep(turn: Turn): Promise<LoopResult | undefined> {
  const { interrupt, notice } = turn;
  turn.notice = undefined;
  const answer = await askFitted(turn, { tools: allowedTools(turn), notice, interrupt });
  switch (answer.status) {
    case 'interrupted':
      return afterInterruption(turn, answer.text);
    case 'failed':
      return endModelFailed(turn, answer.error.text, answer.text);
    case 'finished':
      return afterFinish(turn, answer.finish, answer.text);
    default:
      return assertNever(answer);
  }
}

function afterInterruption(turn: Turn, said: string): LoopResult | undefined {
  if (turn.interrupt.cause() === 'stopped') return endStopped(turn, said);
  hold(turn, said);
  return undefined;
}

async function afterFinish(
  turn: Turn,
  finish: ModelFinish,
  text: string,
): Promise<LoopResult | undefined> {
  const known = { tools: turn.toolNames, usedIds: turn.usedIds };
  const step = planStep(finish.parts, known, finish.reason === 'length');
  if (step.calls.length > 0) {
    turn.heldText = '';
    turn.roundText = text;
    await runRound(turn, step);
    return undefined;
  }
  const isHalf = finish.reason === 'tool-calls' && !turn.isAskedAgain;
  if (text.trim() !== '' && !isHalf) return endAnswered(turn, finish, 'answered');
  if (turn.isAskedAgain) return endEmpty(turn, finish);
  turn.isAskedAgain = true;
  const why = finish.reason === 'length' ? noticeTexts.emptyAtLength() : noticeTexts.emptyAnswer();
  turn.notice = { role: 'system', text: why[turn.request.language] };
  hold(turn, text);
  return undefined;
}

/** Keeps the text of an answer that broke off; the next one is streamed apart from it. */
function hold(turn: Turn, said: string): void {
  turn.heldText = said;
  if (said.trim() !== '') say(turn, '\n\n');
}

function endEmpty(turn: Turn, finish: ModelFinish): LoopResult {
  const why: Text =
    finish.reason === 'content-filter' ? replyTexts.filtered() : replyTexts.emptyTwice();
  return endModelFailed(turn, why, turn.heldText);
}

async function runRound(turn: Turn, step: PlannedStep): Promise<void> {
  const { face, ledger, clock, limits } = turn.parts;
  turn.rounds += 1;
  const ended = await runCalls(step.calls, {
    answer: tellingParts(step.parts),
    face,
    ledger,
    guard: turn.guard,
    budget: turn.budget,
    clock,
    interrupt: turn.interrupt,
    toolWallMs: limits.toolWallMs,
    language: turn.request.language,
    onEvent: turn.request.onEvent,
    // A record that fails here changes nothing: the call's result was stored when it was cut.
    onStraggler: (recorded) => turn.stragglers.push(recorded.catch(() => undefined)),
  });
  turn.ended.push(...ended);
  addAssistant(turn, step.parts);
  addMessage(turn, { role: 'tool', results: ended.map(resultOf) });
}

function resultOf({ call, result, told }: EndedCall): ToolResult {
  return {
    id: call.id,
    name: acceptableName(call.tool),
    output: told,
    isError: result.verdict.status === 'failed',
  };
}
