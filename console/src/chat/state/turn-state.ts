// One turn as the page knows it, whichever of its two sources said so.

import type { JsonObject, JsonValue } from '#base/json.ts';
import type { TurnAttachmentBody } from '#contract/api/attachment-bodies.ts';
import type { CallBackgroundBody, TurnBody } from '#contract/api/turn-bodies.ts';
import type { Delivery } from './deliveries.ts';

export interface TurnState {
  readonly id: string;
  /** Whether a person asked, the platform said it by itself, or it answered without a model. */
  readonly origin: TurnBody['origin'];
  /** What the person said; undefined until a source has told it. */
  readonly text: string | undefined;
  readonly state: TurnBody['state'];
  /** Why it ended; undefined while it has not. */
  readonly reason: string | undefined;
  readonly createdAt: string | undefined;
  /** Files that went with what was said; undefined until a source has told it. */
  readonly attachments: readonly TurnAttachmentBody[] | undefined;
  /** What was called on the way to the answer, in order. */
  readonly calls: readonly Call[];
  /** The answer's text so far, behind the last call. */
  readonly said: string;
  /** What skills show directly, in the order it came. */
  readonly blocks: readonly DisplayBlock[];
  readonly artifacts: readonly Artifact[];
  /** The whole reply; undefined until the turn has ended. */
  readonly reply: string | undefined;
  /** The failure budget's; undefined while the turn has not ended. */
  readonly budget: Budget | undefined;
  /** What became of the answer on the channel that it is sent to; empty on the page's own. */
  readonly deliveries: readonly Delivery[];
}

export interface Call {
  readonly id: string;
  readonly tool: string;
  /** What the role said right before it; undefined until a source has told it. */
  readonly said: string | undefined;
  /** Undefined where none was told: the call was refused before they were read. */
  readonly arguments: JsonObject | undefined;
  readonly state: CallState;
  readonly progress: CallProgress | undefined;
  readonly result: JsonValue | undefined;
  /** Why it was not run. */
  readonly refusal: string | undefined;
  readonly durationMs: number | undefined;
  /** It goes on after the turn, or did: until that has ended, `result` stands in for its own. */
  readonly background: CallBackground | undefined;
}

export interface CallBackground {
  readonly id: string;
  readonly state: CallBackgroundBody['state'];
  /** From 0 to 1. */
  readonly fraction: number | undefined;
  /** The skill's last word on its progress. */
  readonly text: string;
  /** Why it failed or was cancelled; else blank. */
  readonly reason: string;
  /** It was cancelled, and still runs. */
  readonly isCancelling: boolean;
}

/** `aborted`: it may have run. */
export type CallState = TurnBody['calls'][number]['state'];

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
  /** Undefined where the server keeps none: of a conversation without one. */
  readonly id: string | undefined;
  readonly name: string;
  readonly media: string;
  /** Blank where nobody told it, or for one that failed. */
  readonly mediaType: string;
  readonly bytes: number;
  /** Blank for one that failed. */
  readonly url: string;
  /** failed: it did not arrive. */
  readonly state: 'kept' | 'failed';
  /** Why it failed, for the person. */
  readonly reason: string | undefined;
}

/** The same file, in either source. */
export function artifactKey({ state, url, name, reason = '' }: Artifact): string {
  return state === 'kept' ? url : `failed ${name} ${reason}`;
}

interface Budget {
  readonly failures: number;
  readonly banned: readonly string[];
}

export function emptyTurn(id: string): TurnState {
  return {
    id,
    origin: 'person',
    text: undefined,
    state: 'queued',
    reason: undefined,
    createdAt: undefined,
    attachments: undefined,
    calls: [],
    said: '',
    blocks: [],
    artifacts: [],
    reply: undefined,
    budget: undefined,
    deliveries: [],
  };
}

export function hasEnded({ state }: Pick<TurnState, 'state'>): boolean {
  return state !== 'queued' && state !== 'running';
}

export function isCallOver({ state }: Pick<Call, 'state'>): boolean {
  return state !== 'open' && state !== 'running';
}
