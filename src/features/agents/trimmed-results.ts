// Shorter forms of tool results: only the start with a note, or cut to a number of tokens; never half a character.

import { cutText } from '#base/cut-text.ts';
import { estimateText } from '#base/estimate-text.ts';
import type { Language } from '#base/text.ts';
import { historyTexts } from '#contract/texts/agent-texts.ts';
import type { ModelMessage, ToolResult } from '#features/models/index.ts';
import { estimateJson } from './token-estimate.ts';

type ToolMessage = ModelMessage & { readonly role: 'tool' };

/** A stub keeps as much of a result: enough for a path or a count. */
const HEAD_CHARS = 160;
/** A result that is not much longer than its stub stays as it is. */
const WORTH_STUBBING_TOKENS = 150;
/** Room for what a cut result says about itself. */
const NOTE_TOKENS = 60;
const LEAST_TOKENS = 80;

const stubs: Record<Language, WeakMap<ToolMessage, ToolMessage>> = {
  zh: new WeakMap(),
  en: new WeakMap(),
};
const cuts = new WeakMap<ToolMessage, { readonly key: string; readonly message: ToolMessage }>();

/** The same message for the same message: adapters and estimates know it again. */
export function stubResults(message: ToolMessage, language: Language): ToolMessage {
  const before = stubs[language].get(message);
  if (before !== undefined) return before;
  const stub: ToolMessage = {
    role: 'tool',
    results: message.results.map((result) => stubResult(result, language)),
  };
  stubs[language].set(message, stub);
  return stub;
}

/** Cuts each single result of more than `limitTokens`. */
export function withCappedResults(
  messages: readonly ModelMessage[],
  limitTokens: number,
  language: Language,
): readonly ModelMessage[] {
  return messages.some((message) => isAbove(message, limitTokens))
    ? messages.map((message) =>
        isAbove(message, limitTokens) ? cutEach(message, limitTokens, language) : message,
      )
    : messages;
}

function isAbove(message: ModelMessage, limitTokens: number): message is ToolMessage {
  return (
    message.role === 'tool' &&
    message.results.some(({ output }) => estimateJson(output) > limitTokens)
  );
}

/** Cuts the longest results until all take `roomTokens` together; short ones stay whole. */
export function cutResults(
  message: ToolMessage,
  roomTokens: number,
  language: Language,
): ToolMessage {
  const sizes = message.results.map(({ output }) => estimateJson(output)).toSorted((a, b) => a - b);
  let room = roomTokens;
  let limit = room;
  for (const [index, size] of sizes.entries()) {
    limit = Math.floor(room / (sizes.length - index));
    if (size > limit) break;
    room -= size;
  }
  return cutEach(message, Math.max(LEAST_TOKENS, limit), language);
}

function stubResult(result: ToolResult, language: Language): ToolResult {
  if (estimateJson(result.output) <= WORTH_STUBBING_TOKENS) return result;
  const text = JSON.stringify(result.output);
  const note = historyTexts.resultTrimmed(result.name, text.length)[language];
  return { ...result, output: { note, start: cutText(text, HEAD_CHARS) } };
}

function cutEach(message: ToolMessage, limitTokens: number, language: Language): ToolMessage {
  const key = `${language} ${limitTokens}`;
  const before = cuts.get(message);
  if (before?.key === key) return before.message;
  const cut: ToolMessage = {
    role: 'tool',
    results: message.results.map((result) => cutResult(result, limitTokens, language)),
  };
  cuts.set(message, { key, message: cut });
  return cut;
}

function cutResult(result: ToolResult, limitTokens: number, language: Language): ToolResult {
  if (estimateJson(result.output) <= limitTokens) return result;
  const text = JSON.stringify(result.output);
  const start = startOf(text, Math.max(0, limitTokens - NOTE_TOKENS));
  const note = historyTexts.resultCut(start.length, text.length)[language];
  return { ...result, output: { note, start } };
}

/** The longest start of about `tokens`; once it stands in JSON again its quotes take room too. */
function startOf(text: string, tokens: number): string {
  let start = cutText(text, tokens * 4);
  for (
    let size = estimateText(JSON.stringify(start));
    size > tokens && start !== '';
    size = estimateText(JSON.stringify(start))
  )
    start = cutText(start, Math.floor(start.length * Math.min(0.9, tokens / size)));
  return start;
}
