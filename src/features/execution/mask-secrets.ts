// Takes a skill's secrets out of what it gave back and printed (CFG-03): they never reach a model, a trace or a person.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

/** Shorter values are words that occur anywhere; masking them would destroy honest text. */
const SHORTEST_SECRET = 6;
const MASK = '***';

export interface SecretMask {
  text(text: string): string;
  envelope(envelope: JsonObject): JsonObject;
}

export function createSecretMask(secrets: readonly string[]): SecretMask {
  // The longest first, so that a secret inside another one leaves nothing of it behind.
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  const text = (given: string) =>
    hidden.reduce((masked, secret) => masked.replaceAll(secret, MASK), given);
  const value = (given: JsonValue): JsonValue => {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    return isJsonObject(given) ? object(given) : given;
  };
  const object = (given: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(given).map(([key, inner]) => [text(key), value(inner)]));

  return {
    text,
    envelope: (given) => (hidden.length === 0 ? given : object(given)),
  };
}
