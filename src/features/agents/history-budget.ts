// Fits a conversation into a token budget, in coarse steps, so that the prefix a provider caches stays the same.

import type { Language } from '#base/text.ts';
import { historyTexts } from '#contract/texts/agent-texts.ts';
import type { ModelMessage } from '#features/models/index.ts';
import { withoutMiddle } from './long-message.ts';
import { estimateMessage, estimateMessages } from './token-estimate.ts';
import { cutResults, stubResults, withCappedResults } from './trimmed-results.ts';

/** What is taken away is a multiple of this share of the budget: a conversation that grows a little changes nothing. */
const STEP_SHARE = 0.25;
/** One result takes this share of the budget at most. */
const RESULT_SHARE = 0.5;
/** A user message above this share of what the system prompt leaves is cut to the other: results need room too. */
const FULL_SHARE = 0.9;
const USER_SHARE = 0.75;

/**
 * At most `budgetTokens` (estimated), or as near as it gets: the system prompt always stays, and so does the last
 * user message, without its middle where it leaves hardly any room. Trimmed in this order: results above half the
 * budget are cut; the middle of such a user message; results of earlier turns, oldest first,
 * keep only their start; whole turns, oldest first, leave with one notice; results of the current turn but
 * the last step's keep only their start; the last step's are cut to what room there is. Calls keep their results.
 * The same messages give the same objects, and a conversation that fits is given back as it is.
 */
export function fitHistory(
  messages: readonly ModelMessage[],
  budgetTokens: number,
  language: Language,
): readonly ModelMessage[] {
  const limited = withCappedResults(messages, Math.floor(budgetTokens * RESULT_SHARE), language);
  if (estimateMessages(limited) <= budgetTokens) return limited;
  const capped = withCappedUser(limited, budgetTokens, language);
  const excess = estimateMessages(capped) - budgetTokens;
  if (excess <= 0) return capped;
  const step = Math.max(1, Math.floor(budgetTokens * STEP_SHARE));
  const trim: Trim = { due: Math.ceil(excess / step) * step, language };
  const { head, turns, current } = divided(capped);
  const stubbed = turns.map((turn) => stubbedWhileDue(turn, trim));
  const dropped = droppedTurns(stubbed, trim);
  const lastStep = current.findLastIndex(({ role }) => role === 'tool');
  const earlier = lastStep === -1 ? current : current.slice(0, lastStep);
  const fitted = [
    ...head,
    ...stubbed.slice(dropped).flat(),
    ...stubbedWhileDue(earlier, trim),
    ...(lastStep === -1 ? [] : current.slice(lastStep)),
  ];
  const told = dropped === 0 ? fitted : withNotice(fitted, language);
  return withLastStepCut(told, budgetTokens, language);
}

/** The last user message is cut where it takes nearly all that the system prompt leaves, or more. */
function withCappedUser(
  messages: readonly ModelMessage[],
  budgetTokens: number,
  language: Language,
): readonly ModelMessage[] {
  const index = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[index];
  if (message?.role !== 'user') return messages;
  const left = Math.max(0, budgetTokens - estimateMessages(divided(messages).head));
  if (estimateMessage(message) <= left * FULL_SHARE) return messages;
  return messages.with(index, withoutMiddle(message, Math.floor(left * USER_SHARE), language));
}

interface Trim {
  /** Tokens that still have to go. */
  due: number;
  readonly language: Language;
}

interface Divided {
  readonly head: readonly ModelMessage[];
  readonly turns: readonly (readonly ModelMessage[])[];
  /** From the last user message on. */
  readonly current: readonly ModelMessage[];
}

/** A turn starts with a user's message; what stands before the first one belongs to the first turn. */
function divided(messages: readonly ModelMessage[]): Divided {
  const firstOther = messages.findIndex(({ role }) => role !== 'system');
  const start = firstOther === -1 ? messages.length : firstOther;
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const last = starts.at(-1) ?? start;
  const edges = [start, ...starts.filter((index) => index > start)].filter((index) => index < last);
  return {
    head: messages.slice(0, start),
    turns: edges.map((from, at) => messages.slice(from, edges[at + 1] ?? last)),
    current: messages.slice(last),
  };
}

function stubbedWhileDue(messages: readonly ModelMessage[], trim: Trim): readonly ModelMessage[] {
  return messages.map((message) => {
    if (trim.due <= 0 || message.role !== 'tool') return message;
    const stub = stubResults(message, trim.language);
    trim.due -= estimateMessage(message) - estimateMessage(stub);
    return stub;
  });
}

/** How many of the oldest turns have to go. */
function droppedTurns(turns: readonly (readonly ModelMessage[])[], trim: Trim): number {
  let count = 0;
  for (const turn of turns) {
    if (trim.due <= 0) break;
    trim.due -= estimateMessages(turn);
    count += 1;
  }
  return count;
}

/** In the first user message that stays: some providers refuse two of one role in a row. */
function withNotice(
  messages: readonly ModelMessage[],
  language: Language,
): readonly ModelMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user');
  const message = messages[first];
  return message?.role === 'user' ? messages.with(first, noticed(message, language)) : messages;
}

type UserMessage = ModelMessage & { readonly role: 'user' };

const noticedMessages: Record<Language, WeakMap<UserMessage, UserMessage>> = {
  zh: new WeakMap(),
  en: new WeakMap(),
};

function noticed(message: UserMessage, language: Language): UserMessage {
  const before = noticedMessages[language].get(message);
  if (before !== undefined) return before;
  const text = `${historyTexts.turnsDropped()[language]}\n\n${message.text}`;
  const made: UserMessage = { ...message, text };
  noticedMessages[language].set(message, made);
  return made;
}

function withLastStepCut(
  messages: readonly ModelMessage[],
  budgetTokens: number,
  language: Language,
): readonly ModelMessage[] {
  const excess = estimateMessages(messages) - budgetTokens;
  const lastStep = messages.findLastIndex(({ role }) => role === 'tool');
  const message = messages[lastStep];
  if (excess <= 0 || message?.role !== 'tool') return messages;
  const room = Math.max(0, estimateMessage(message) - excess);
  return messages.with(lastStep, cutResults(message, room, language));
}
