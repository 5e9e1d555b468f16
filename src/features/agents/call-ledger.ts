// The port to the record of every tool call: one result for each call id, stored before the next model request.

import type { JsonObject } from '#base/json.ts';
import type { AssistantPart } from '#features/models/index.ts';

export type CallState =
  | 'open'
  | 'running'
  | 'done'
  /** Not all of what was asked (ENV-07). */
  | 'partial'
  | 'failed'
  | 'refused'
  /** Stopped or cut while it ran: the work may have happened. */
  | 'aborted';

export interface LedgerCall {
  readonly id: string;
  readonly tool: string;
  /** As the model wrote them. */
  readonly argumentsText: string;
}

/** It gave what was asked, or a part of it. */
export function hasSucceeded(state: CallState): boolean {
  return state === 'done' || state === 'partial';
}

/** The record of one turn. Resolves when stored; a call's state only moves forward, terminal states stay. */
export interface CallLedger {
  /** The calls of one step; `answer` is the model's message that holds them, as the conversation keeps it. */
  open(calls: readonly LedgerCall[], answer: readonly AssistantPart[]): Promise<void>;
  start(id: string): Promise<void>;
  settle(
    id: string,
    state: Exclude<CallState, 'open' | 'running'>,
    result: JsonObject,
  ): Promise<void>;
  /** A result that came after its call was aborted: for the trace, never for the model. */
  late(id: string, result: JsonObject): Promise<void>;
}
