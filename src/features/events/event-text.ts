// An event as JSON text that PostgreSQL takes whatever a skill or a model has written.

import { isJsonObject } from '#base/json.ts';
import type { ChatEvent } from '#contract/chat-events.ts';

/** Written escaped in JSON: NUL, which PostgreSQL's text can't hold, and halves of surrogate pairs. */
const SUSPECT = /\\u(?:0000|d[89a-f])/;

/** NUL and lone surrogates become U+FFFD. */
export function eventText(event: ChatEvent): string {
  const text = JSON.stringify(event);
  return SUSPECT.test(text) ? JSON.stringify(cleaned(event)) : text;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD').toWellFormed();
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [cleaned(key), cleaned(inner)]),
  );
}
