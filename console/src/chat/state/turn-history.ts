// A turn as the history tells it, joined with what the stream has told already.

import { isJsonObject, type JsonValue } from '#base/json.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import { emptyTurn, hasEnded, isCall, isCallOver } from './turn-state.ts';
import type { CallStep, CallStepState, Step, TurnState } from './turn-state.ts';

type CallBody = TurnBody['calls'][number];

/** Where both know something, what is further on holds: a page that was asked for earlier undoes nothing. */
export function withHistory(known: TurnState | undefined, body: TurnBody): TurnState {
  const before = known ?? emptyTurn(body.id);
  const turn = {
    ...before,
    text: body.text,
    createdAt: body.created_at,
    attachments: body.attachments,
    steps: joinedSteps(before.steps, body.calls),
  };
  if (hasEnded(before) && !hasEnded(body)) return turn;
  if (!hasEnded(body)) {
    return { ...turn, state: before.state === 'running' ? 'running' : body.state };
  }
  return {
    ...turn,
    state: body.state,
    reason: body.reason ?? undefined,
    reply: body.reply ?? '',
    said: '',
    blocks: [],
  };
}

function joinedSteps(steps: readonly Step[], bodies: readonly CallBody[]): readonly Step[] {
  if (bodies.length === 0) return steps;
  const told = new Map(bodies.map((body) => [body.id, body]));
  const known = new Set(steps.filter(isCall).map(({ id }) => id));
  const joined = steps.map((step) => {
    const body = step.kind === 'call' ? told.get(step.id) : undefined;
    return step.kind === 'call' && body !== undefined ? joinedCall(step, body) : step;
  });
  const added = bodies.filter(({ id }) => !known.has(id)).map((body) => callOf(body));
  return [...joined, ...added];
}

function joinedCall(step: CallStep, body: CallBody): CallStep {
  const call = callOf(body);
  if (!isCallOver(call)) {
    return { ...step, arguments: step.arguments ?? call.arguments };
  }
  return {
    ...call,
    durationMs: call.durationMs ?? step.durationMs,
    refusal: step.refusal ?? call.refusal,
    // A result of the stream is whole; what the model was given may be its receipt.
    result: step.result ?? call.result,
  };
}

function callOf(body: CallBody): CallStep {
  const result = body.result ?? undefined;
  return {
    kind: 'call',
    id: body.id,
    tool: body.tool,
    arguments: body.arguments,
    state: stateOf(body.state, result),
    progress: undefined,
    result: body.state === 'refused' ? undefined : result,
    refusal: body.state === 'refused' ? textOf(result, 'error') : undefined,
    durationMs: body.duration_ms ?? undefined,
  };
}

function stateOf(state: CallBody['state'], result: JsonValue | undefined): CallStepState {
  return state === 'done' && isPartial(result) ? 'partial' : state;
}

/** ENV-07. */
function isPartial(result: JsonValue | undefined): boolean {
  if (!isJsonObject(result)) return false;
  return result['completed'] === false || !isEmpty(result['warning']);
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === 0;
}

function textOf(result: JsonValue | undefined, field: string): string | undefined {
  const value = isJsonObject(result) ? result[field] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
