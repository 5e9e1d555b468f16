// The state of one turn of the loop, and the few ways it changes.

import { isDeeperThan } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import type { TurnEndReason } from '#contract/chat-events.ts';
import type {
  AssistantPart,
  ChatModel,
  ModelMessage,
  ModelUsage,
  SystemMessage,
  ToolDefinition,
} from '#features/models/index.ts';
import type { CallLedger } from './call-ledger.ts';
import type { GuardDecision, GuardLimits } from './failure-budget.ts';
import { Guard } from './guard.ts';
import type { OnLoopEvent } from './loop-event.ts';
import { createResultBudget, presetResultTokens, type ResultBudget } from './result-budget.ts';
import type { EndedCall } from './run-calls.ts';
import type { ToolFace } from './tool-face.ts';
import { startInterrupt, type Interrupt, type LoopClock } from './turn-clock.ts';

export interface LoopLimits extends GuardLimits {
  /** `MAX_TOOL_ROUNDS`: model–tool rounds, after which the model answers without tools. */
  readonly maxRounds: number;
  /** `turnClockMs`: the whole turn. Only a last word may go on after it, for two minutes at most. */
  readonly loopMs: number;
  /** `TOOL_WALL_SEC`: one call. */
  readonly toolWallMs: number;
  /** `QIAO_CONTEXT_TOKENS`: what is sent to the model at most, tools included. */
  readonly contextTokens: number;
  /** `QIAO_TURN_RESULT_TOKENS`: what all results of the turn take at most, a short form of each aside. */
  readonly turnResultTokens?: number | undefined;
  /** A tool that is stopped ends the turn: for whoever has few tools, and little to do without one of them. */
  readonly endsAtBan?: boolean | undefined;
  /** Milliseconds that a last word has at least, the turn's own time being up; two minutes where it is left out. */
  readonly lastWordMs?: number | undefined;
}

/** `stuck`: ended by a dead loop, which only `endsAtBan` makes an end. */
export type LoopEndReason = TurnEndReason | 'stuck';

export interface LoopParts {
  readonly model: ChatModel;
  readonly face: ToolFace;
  readonly ledger: CallLedger;
  readonly limits: LoopLimits;
  /** The machine's own where it is left out. */
  readonly clock?: LoopClock;
}

export interface LoopRequest {
  /** The system prompt, the history and the user's message. */
  readonly messages: readonly ModelMessage[];
  /** Goes to the end of the first request, and into no conversation: what stands before stays as a provider caches it. */
  readonly notice?: SystemMessage | undefined;
  /** The user's stop button, or a closing server. */
  readonly signal: AbortSignal;
  readonly language: Language;
  readonly onEvent: OnLoopEvent;
  /** Told of each model request that answered, when it has ended: who counts them needs no result for it. */
  readonly onUsage?: (used: ModelUsage) => void;
}

export interface LoopResult {
  /** The reply, without what the model said between tool calls. Blank only where the turn was stopped. */
  readonly text: string;
  readonly reason: LoopEndReason;
  /** The model gave no answer of its own: the platform wrote `text` from the results. */
  readonly isWritten?: boolean;
  /** Model–tool rounds. */
  readonly rounds: number;
  /** Counted failures (GRD-05). */
  readonly failures: number;
  readonly banned: readonly string[];
  /** What to put behind `LoopRequest.messages`: a conversation that a provider accepts, however the turn ended. */
  readonly newMessages: readonly ModelMessage[];
  /** Model requests that answered, those that broke off included. */
  readonly requests: number;
  /** Of all of these; where one broke off, by an estimate. */
  readonly usage: ModelUsage;
  /** The guard's rulings, for the trace. */
  readonly decisions: readonly GuardDecision[];
  /** Why the model failed. */
  readonly error?: Text;
  /** Settles, never rejects, once every call that was cut has come back and is recorded; perhaps never. */
  readonly stragglers: Promise<void>;
}

export interface Turn {
  readonly parts: LoopParts & { readonly clock: LoopClock };
  readonly request: LoopRequest;
  readonly interrupt: Interrupt;
  readonly guard: Guard;
  readonly budget: ResultBudget;
  /** Sorted by name. */
  readonly definitions: readonly ToolDefinition[];
  readonly toolNames: ReadonlySet<string>;
  readonly usedIds: Set<string>;
  /** The whole conversation; grows only, by a new list: a request that is under way keeps its own. */
  messages: readonly ModelMessage[];
  readonly ended: EndedCall[];
  readonly stragglers: Promise<unknown>[];
  rounds: number;
  requests: number;
  usage: ModelUsage;
  contextTokens: number;
  /** The one retry of a conversation that was too long is used up. */
  isShortened: boolean;
  /** The provider refused a history with tool calls but no tools (GRD-02). */
  needsTools: boolean;
  /** The one repetition of an empty answer is used up. */
  isAskedAgain: boolean;
  /** Goes to the end of the next request. */
  notice: SystemMessage | undefined;
  /** Text of an answer that broke off, streamed but not in `messages`: told where nothing better comes. */
  heldText: string;
  /** What the model said beside the calls of the last round. */
  roundText: string;
}

export function startTurn(parts: Turn['parts'], request: LoopRequest): Turn {
  const definitions = parts.face
    .definitions()
    .map(sendable)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const tools = definitions.map(({ name }) => name);
  const { contextTokens, turnResultTokens = presetResultTokens(contextTokens) } = parts.limits;
  return {
    parts,
    request,
    interrupt: startInterrupt(request.signal, parts.limits.loopMs, parts.clock),
    guard: new Guard({ limits: parts.limits, tools, language: request.language }),
    budget: createResultBudget(turnResultTokens, request.language),
    definitions,
    toolNames: new Set(tools),
    usedIds: new Set(request.messages.flatMap(callIds)),
    messages: request.messages,
    ended: [],
    stragglers: [],
    rounds: 0,
    requests: 0,
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    contextTokens: parts.model.takesAnyLength === true ? Infinity : contextTokens,
    isShortened: false,
    needsTools: false,
    isAskedAgain: false,
    notice: request.notice,
    heldText: '',
    roundText: '',
  };
}

/** A schema that could not be written out would end every request; its tool works without. */
function sendable(tool: ToolDefinition): ToolDefinition {
  return isDeeperThan(tool.inputSchema) ? { ...tool, inputSchema: { type: 'object' } } : tool;
}

/** GRD-06. */
export function allowedTools(turn: Turn): readonly ToolDefinition[] {
  return turn.guard.banned().length === 0
    ? turn.definitions
    : turn.definitions.filter(({ name }) => !turn.guard.isBanned(name));
}

export function addUsage(turn: Turn, used: ModelUsage): void {
  const { usage } = turn;
  turn.requests += 1;
  turn.usage = {
    inputTokens: usage.inputTokens + used.inputTokens,
    cachedInputTokens: usage.cachedInputTokens + used.cachedInputTokens,
    outputTokens: usage.outputTokens + used.outputTokens,
  };
  turn.request.onUsage?.(used);
}

/** Nothing is added where no part says anything: providers refuse blank texts and empty messages. */
export function addAssistant(turn: Turn, parts: readonly AssistantPart[]): void {
  const telling = tellingParts(parts);
  if (telling.some(({ type }) => type !== 'reasoning'))
    addMessage(turn, { role: 'assistant', parts: telling });
}

/** What the conversation keeps of an answer. */
export function tellingParts(parts: readonly AssistantPart[]): readonly AssistantPart[] {
  return parts.filter((part) => part.type !== 'text' || part.text.trim() !== '');
}

export function addMessage(turn: Turn, message: ModelMessage): void {
  turn.messages = [...turn.messages, message];
}

/** What the platform itself says to the person: streamed like the model's text. */
export function say(turn: Turn, text: string): void {
  turn.request.onEvent({ type: 'text-delta', text });
}

export function endTurn(
  turn: Turn,
  end: Pick<LoopResult, 'text' | 'reason' | 'error' | 'isWritten'>,
): LoopResult {
  return {
    ...end,
    rounds: turn.rounds,
    failures: turn.guard.failures,
    banned: turn.guard.banned(),
    newMessages: turn.messages.slice(turn.request.messages.length),
    requests: turn.requests,
    usage: turn.usage,
    decisions: turn.guard.decisions,
    stragglers: Promise.allSettled(turn.stragglers).then(() => undefined),
  };
}

function callIds(message: ModelMessage): readonly string[] {
  return message.role === 'assistant'
    ? message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : []))
    : [];
}
