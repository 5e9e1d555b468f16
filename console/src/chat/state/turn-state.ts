// One turn as the page knows it, whichever of its two sources said so.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';

export interface TurnState {
  readonly id: string;
  /** What the person said; undefined until a source has told it. */
  readonly text: string | undefined;
  readonly state: TurnBody['state'];
  /** Why it ended; undefined while it has not. */
  readonly reason: string | undefined;
  readonly createdAt: string | undefined;
  /** Files that went with what was said; undefined until the history has told. */
  readonly attachments: TurnBody['attachments'] | undefined;
  /** What was said and called on the way to the answer, in order. */
  readonly steps: readonly Step[];
  /** The answer's text so far, behind the last call. */
  readonly said: string;
  /** What skills show directly, in the order it came. */
  readonly blocks: readonly DisplayBlock[];
  readonly artifacts: readonly Artifact[];
  /** The whole reply; undefined until the turn has ended. */
  readonly reply: string | undefined;
  /** The failure budget's; undefined where only the history is known. */
  readonly budget: Budget | undefined;
}

export type Step = SaidStep | CallStep;

/** Text between calls. */
interface SaidStep {
  readonly kind: 'said';
  readonly text: string;
}

export interface CallStep {
  readonly kind: 'call';
  readonly id: string;
  readonly tool: string;
  /** Undefined where none was told: the call was refused before they were read. */
  readonly arguments: JsonObject | undefined;
  readonly state: CallStepState;
  readonly progress: CallProgress | undefined;
  readonly result: JsonValue | undefined;
  /** Why it was not run. */
  readonly refusal: string | undefined;
  readonly durationMs: number | undefined;
}

/** `aborted`: it may have run. */
export type CallStepState =
  | 'open'
  | 'running'
  | 'done'
  | 'partial'
  | 'failed'
  | 'refused'
  | 'aborted';

export interface CallProgress {
  /** From 0 to 1. */
  readonly fraction: number | undefined;
  readonly text: string;
}

interface DisplayBlock {
  readonly markdown: string;
  /** It replaces the text. */
  readonly only: boolean;
}

export interface Artifact {
  readonly name: string;
  readonly media: string;
  readonly bytes: number;
  readonly url: string;
}

interface Budget {
  readonly failures: number;
  readonly banned: readonly string[];
}

export function emptyTurn(id: string): TurnState {
  return {
    id,
    text: undefined,
    state: 'queued',
    reason: undefined,
    createdAt: undefined,
    attachments: undefined,
    steps: [],
    said: '',
    blocks: [],
    artifacts: [],
    reply: undefined,
    budget: undefined,
  };
}

export function hasEnded({ state }: Pick<TurnState, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}

export function isCallOver({ state }: Pick<CallStep, 'state'>): boolean {
  return state !== 'open' && state !== 'running';
}

export function isCall(step: Step): step is CallStep {
  return step.kind === 'call';
}
