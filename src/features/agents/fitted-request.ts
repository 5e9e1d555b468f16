// One request of the turn: fitted to the budget, with its notice at the end, and asked again where that can help.

import { estimateText } from '#base/estimate-text.ts';
import { isJsonObject } from '#base/json.ts';
import type {
  ModelMessage,
  ModelRequest,
  ModelUsage,
  SystemMessage,
  ToolDefinition,
} from '#features/models/index.ts';
import { askModel, type Answer } from './ask-model.ts';
import { fitHistory } from './history-budget.ts';
import { withRepeatsShort } from './repeated-calls.ts';
import { estimateMessages, estimateTools } from './token-estimate.ts';
import type { Interrupt } from './turn-clock.ts';
import { addUsage, say, type Turn } from './turn.ts';

/** However much the tools take, the conversation has this share of the budget. */
const LEAST_SHARE = 0.25;

export interface Ask {
  /** None for a last word. */
  readonly tools: readonly ToolDefinition[];
  /** Goes to the end, for this request only. */
  readonly notice: SystemMessage | undefined;
  readonly interrupt: Interrupt;
}

/**
 * Asks once; where the conversation is too long for the model, once more with half the tokens; where a provider
 * refuses a request without tools, once more with the tools and `toolChoice: 'none'` (GRD-02). Never rejects.
 */
export async function askFitted(turn: Turn, ask: Ask): Promise<Answer> {
  const request = fittedRequest(turn, ask);
  const answer = await askModel(turn.parts.model, request, (text) => say(turn, text));
  if (answer.status === 'finished') addUsage(turn, answer.finish.usage);
  else if (answer.text !== '') addUsage(turn, brokenOffUsage(request, answer.text));
  return answer.status === 'failed' && canMend(turn, request, answer)
    ? askFitted(turn, ask)
    : answer;
}

/** An estimate: the provider bills what it began to answer, and tells no figures where that broke off. */
function brokenOffUsage({ messages, tools }: ModelRequest, said: string): ModelUsage {
  return {
    inputTokens: estimateMessages(messages) + estimateTools(tools),
    cachedInputTokens: 0,
    outputTokens: estimateText(said),
  };
}

function canMend(
  turn: Turn,
  request: ModelRequest,
  failed: Answer & { status: 'failed' },
): boolean {
  // What a person has read already can't be said a second time.
  if (failed.text !== '') return false;
  if (failed.error.code === 'model-too-long' && !turn.isShortened) {
    turn.isShortened = true;
    const sent = estimateMessages(request.messages) + estimateTools(request.tools);
    turn.contextTokens = Math.floor(Math.min(turn.contextTokens, sent) / 2);
    return true;
  }
  const isWithoutTools = request.tools.length === 0 && turn.definitions.length > 0;
  if (failed.error.code === 'model-refused' && isWithoutTools) {
    turn.needsTools = true;
    return true;
  }
  return false;
}

function fittedRequest(turn: Turn, { tools, notice, interrupt }: Ask): ModelRequest {
  const isForcedToTalk = tools.length === 0 && turn.needsTools;
  const sentTools = isForcedToTalk ? turn.definitions : tools;
  const { contextTokens } = turn;
  const overhead =
    estimateTools(sentTools) + (notice === undefined ? 0 : estimateText(notice.text));
  const room = Math.max(contextTokens - overhead, Math.floor(contextTokens * LEAST_SHARE));
  const { language } = turn.request;
  const messages = fitHistory(withRepeatsShort(turn.messages, language), room, language);
  return {
    messages: notice === undefined ? messages : withNotice(messages, notice, isForcedToTalk),
    tools: sentTools,
    toolChoice: isForcedToTalk ? 'none' : 'auto',
    signal: interrupt.signal,
  };
}

/** At the tail, so that what stands before stays cached. */
function withNotice(
  messages: readonly ModelMessage[],
  notice: SystemMessage,
  isRefusedOnce: boolean,
): readonly ModelMessage[] {
  const last = messages.at(-1);
  // A notice is sent as the user's; some providers refuse that right after a tool's result.
  return last?.role === 'tool' && isRefusedOnce
    ? [...messages.slice(0, -1), noticedResult(last, notice.text)]
    : [...messages, notice];
}

function noticedResult(
  message: ModelMessage & { readonly role: 'tool' },
  notice: string,
): ModelMessage {
  const last = message.results.at(-1);
  if (last === undefined) return message;
  const output = isJsonObject(last.output) ? last.output : { result: last.output };
  return {
    role: 'tool',
    results: [...message.results.slice(0, -1), { ...last, output: { ...output, _notice: notice } }],
  };
}
