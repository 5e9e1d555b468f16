// A small turn of its own that a program may be given: instructions, tools and limits, and a model that is the role's.

import type { JsonObject } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import type { Decision } from '#contract/decision.ts';

/** Lent to a run by whoever called it: the turn, a run in the background, a bench. */
export interface SubAgents {
  /**
   * Runs one to its end. Throws an `AppError` where none can be started: there is no model (`model-unavailable`), or
   * the turn's rounds are used up (`limit-reached`).
   */
  run(task: SubAgentTask): Promise<SubAgentEnd>;
}

export interface SubAgentTask {
  /** The platform's own instructions. */
  readonly system: string;
  /** What is to be done, and with what. */
  readonly message: string;
  readonly tools: readonly SubAgentTool[];
  readonly limits: SubAgentLimits;
  /** Never shown to the model, nor in the trace. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly language: Language;
  /** Told of each step as it starts. */
  progress(fraction: number | null, text: string): void;
}

export interface SubAgentLimits {
  /** Model–tool rounds. */
  readonly rounds: number;
  /** All of it, the last word included; `TOOL_WALL_SEC` bounds it too. */
  readonly wallMs: number;
  /** Calls of one pair of tool and arguments that run: one more is the end. */
  readonly sameCalls: number;
}

export interface SubAgentTool {
  /** `^[a-zA-Z0-9_-]{1,64}$` */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Its results have bounds of their own, and say how to read on. */
  readonly isPage?: boolean;
  /** Its calls are what the run is about: how they end decides how the run did. */
  readonly isWork: boolean;
  /** Answers an envelope; stops its work when `signal` is aborted. A page takes `pageTokens` of the model's context at most. */
  run(input: JsonObject, signal: AbortSignal, pageTokens: number): Promise<JsonObject>;
  /** Why a result, though no failure by its envelope, is none that the work succeeded by. */
  failureOf?(envelope: JsonObject): string | undefined;
}

/** By what happened, never by what was said. */
export interface SubAgentEnd {
  /** `partial`: some of the work succeeded, and not the last of it, or a limit struck. */
  readonly status: 'done' | 'partial' | 'failed' | 'stopped';
  /** The report; blank where the model gave none. */
  readonly text: string;
  /** Why it is not done. */
  readonly problem?: Text;
  readonly steps: readonly SubAgentStep[];
  /** One for each step, for the trace (DOC-13). */
  readonly decisions: readonly Decision[];
  /** What each step was given and gave, bounded. */
  readonly log: string;
}

export interface SubAgentStep {
  /** From 1. */
  readonly number: number;
  readonly tool: string;
  readonly input: JsonObject;
  /** What the model was given of it. */
  readonly envelope: JsonObject;
  readonly isWork: boolean;
  /** Why it did not succeed. */
  readonly failure: string | undefined;
  readonly durationMs: number;
}
