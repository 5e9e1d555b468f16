// What every model can do: take a conversation and stream one step of it.

import type { JsonObject, JsonValue } from '#base/json.ts';

export interface ChatModel {
  /** As in `QIAO_MODEL`: `offline`, `openai/<model>`, `anthropic/<model>`. */
  readonly id: string;
  /** It reads whatever it is given: nothing is cut for it. */
  readonly takesAnyLength?: boolean;
  /**
   * Streams one step. Ends with exactly one `finish`. Throws an `AppError` whose code starts with `model-`;
   * `stopped` where `signal` was aborted.
   */
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Sorted by name: the prefix a provider sees is stable. */
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice: 'auto' | 'none';
  readonly signal: AbortSignal;
  readonly maxOutputTokens?: number;
  /** Called whenever the provider sent something, also where that gives no part yet (a call's arguments). */
  readonly onActivity?: () => void;
}

export interface ToolDefinition {
  /** `^[a-zA-Z0-9_-]{1,64}$`, as every provider accepts it. */
  readonly name: string;
  readonly description: string;
  /** A JSON schema of type `object`. */
  readonly inputSchema: JsonObject;
}

export type ModelMessage =
  /**
   * Before the first other message: the system prompt. After it: a notice (time, knowledge, a warning), which
   * providers get as a `<system-notice>` of the user, since many refuse a system message there.
   */
  | SystemMessage
  | { readonly role: 'user'; readonly text: string; readonly files?: readonly ModelFile[] }
  | { readonly role: 'assistant'; readonly parts: readonly AssistantPart[] }
  /** Every call of the assistant message before it has exactly one result here. */
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

export interface SystemMessage {
  readonly role: 'system';
  readonly text: string;
  /** The knowledge skills that the text names, for a model that reads no sentences; no provider is sent it. */
  readonly knowledge?: MentionedKnowledge;
}

export interface MentionedKnowledge {
  /** The tool that reads them. */
  readonly reader: string;
  readonly skills: readonly MentionedSkill[];
}

export interface MentionedSkill {
  readonly name: string;
  readonly description: string;
}

/**
 * A file that went with what a person said. Every model is told its name and place; an image is shown as well to a model
 * that takes images, as far as it can be read.
 */
export interface ModelFile {
  readonly name: string;
  /** As a tool would be given it: in the conversation's workspace. */
  readonly path: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** Of an image: its bytes, when they are sent; undefined where it is gone. The conversation holds none. */
  readonly read?: () => Promise<Uint8Array | undefined>;
}

/**
 * What the provider wants back unchanged (reasoning signatures, item ids), opaque to everybody else: to be stored and
 * given back. Under `qiao` stands the model it came from; no other model is sent it.
 */
export type ProviderMetadata = Readonly<Record<string, JsonObject>>;

export type AssistantPart =
  | { readonly type: 'text'; readonly text: string; readonly metadata?: ProviderMetadata }
  | { readonly type: 'reasoning'; readonly text: string; readonly metadata?: ProviderMetadata }
  | {
      readonly type: 'tool-call';
      /** Unlike every other in the conversation. */
      readonly id: string;
      readonly name: string;
      /** As the model wrote it: JSON text, perhaps malformed; `{}` where it wrote nothing. */
      readonly argumentsText: string;
      readonly metadata?: ProviderMetadata;
    };

export interface ToolResult {
  readonly id: string;
  readonly name: string;
  readonly output: JsonValue;
  readonly isError: boolean;
}

export type ModelPart =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | ModelFinish;

export interface ModelFinish {
  readonly type: 'finish';
  /** The whole step, in the order the model gave it; what was streamed is in it again. */
  readonly parts: readonly AssistantPart[];
  readonly reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other';
  readonly usage: ModelUsage;
}

export interface ModelUsage {
  readonly inputTokens: number;
  /** Of the input tokens, those read from the provider's cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
}
