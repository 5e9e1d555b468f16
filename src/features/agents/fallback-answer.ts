// The answer that the platform writes from the results where the model gives none: what was done, what failed and why.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { replyTexts, type TurnLimit } from '#contract/texts/agent-texts.ts';
import { hasSucceeded } from './call-ledger.ts';
import type { EndedCall } from './run-calls.ts';

const SAID_CHARS = 300;
const LINES = 12;
/** Fields in which skills say in words what they did, the likeliest first. */
const TELLING_FIELDS = ['user_message', 'message', 'msg', 'summary', 'text', 'result'] as const;

export interface FallbackCause {
  readonly limit?: TurnLimit;
  /** Why the model failed. */
  readonly error?: Text;
}

/** Figures add up: every call of the turn is in one of the two lists, or in its "more". */
export function fallbackAnswer(
  calls: readonly EndedCall[],
  cause: FallbackCause,
  language: Language,
): string {
  const why =
    cause.error === undefined
      ? replyTexts.noAnswer(cause.limit)
      : replyTexts.modelFailed(cause.error);
  if (calls.length === 0)
    return cause.error === undefined
      ? `${why[language]}${language === 'en' ? ' ' : ''}${replyTexts.nothingRan()[language]}`
      : why[language];
  const done = calls.filter(({ state }) => hasSucceeded(state));
  const failed = calls.filter(({ state }) => !hasSucceeded(state));
  return [
    why[language],
    ...listed(done, replyTexts.done(done.length), language),
    ...listed(failed, replyTexts.failed(failed.length), language),
  ].join('\n');
}

function listed(calls: readonly EndedCall[], heading: Text, language: Language): string[] {
  if (calls.length === 0) return [];
  const lines = calls
    .slice(0, LINES)
    .map(({ call, result }) => replyTexts.line(call.tool, said(result, language))[language]);
  const more = calls.length - lines.length;
  return [heading[language], ...lines, ...(more === 0 ? [] : [replyTexts.more(more)[language]])];
}

function said({ envelope, verdict }: EndedCall['result'], language: Language): string {
  const told =
    verdict.status === 'failed' ? failureWords(envelope, verdict.reason) : words(envelope);
  const line = (told ?? replyTexts.finishedWithout()[language]).replaceAll(/\s+/g, ' ').trim();
  return line.length > SAID_CHARS ? `${cutText(line, SAID_CHARS)}…` : line;
}

/** ENV-04: `user_message` may be told as it is. */
function failureWords(envelope: JsonObject, reason: string | undefined): string | undefined {
  return nonBlank(envelope['user_message']) ?? reason;
}

function words(envelope: JsonObject): string | undefined {
  const told = TELLING_FIELDS.map((field) => nonBlank(envelope[field])).find(
    (text) => text !== undefined,
  );
  if (told !== undefined) return told;
  const facts = Object.entries(envelope).filter(
    ([name]) => name !== 'success' && name !== 'ok' && !name.startsWith('_'),
  );
  return facts.length === 0 ? undefined : JSON.stringify(Object.fromEntries(facts));
}

function nonBlank(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
