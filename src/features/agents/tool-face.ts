// The tools that one loop may use, and what becomes of a call.

import type { JsonObject } from '#base/json.ts';
import type { ToolDefinition } from '#features/models/index.ts';
import type { SettledResult } from '#features/results/index.ts';

/** The dialog's skills, a document's own tools, an API's endpoints: the loop and its guard serve any of them. */
export interface ToolFace {
  /** Sorted by name, the same for the whole turn; the guard takes banned ones away. */
  definitions(): readonly ToolDefinition[];
  /** Runs one call. Never throws for what a tool did; stops its work when `signal` is aborted. */
  call(call: ToolCall, host: ToolCallHost): Promise<SettledResult>;
}

export interface ToolCall {
  /** Unique in the turn. */
  readonly id: string;
  /** One of `definitions()`. */
  readonly tool: string;
  readonly input: JsonObject;
}

export interface ToolCallHost {
  /** CLK-02's tool wall, the turn's own clock, or the user's stop. */
  readonly signal: AbortSignal;
  /** Whether the same tool failed in this turn before (ENV-12: it is then run once only). */
  readonly hasFailedInTurn: boolean;
  progress(fraction: number | null, text: string): void;
}
