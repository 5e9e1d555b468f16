// What a result says to people in its own words, however large the rest of it is (ASY-04).

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';

/** The first of these that says something is what is told. */
export const TOLD_KEYS = ['message', 'result', 'text'] as const;
/** Longer ones are told as far as this: it is thirty pages, and as many messages of a chat application. */
export const LONGEST_TOLD = 100_000;

/** Those texts, each so long that who tells it sees where it has to be cut. */
export function toldTexts(envelope: JsonObject): JsonObject {
  const texts = TOLD_KEYS.map((key): readonly [string, JsonValue | undefined] => [
    key,
    Object.hasOwn(envelope, key) ? envelope[key] : undefined,
  ]);
  return Object.fromEntries(
    texts.flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, cutText(text, LONGEST_TOLD + 2)] as const] : [],
    ),
  );
}
