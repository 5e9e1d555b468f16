// Takes a skill's secrets out of what it gave back and printed (CFG-03): they never reach a model, a trace or a person.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

/** Shorter values are words that occur anywhere; masking them would destroy honest text. */
const SHORTEST_SECRET = 6;
/** A line of a key that tells enough to be one itself; `-----BEGIN KEY-----` is no secret, but masking it harms nobody. */
const LONG_LINE = 16;
const MASK = '***';

export interface SecretMask {
  text(text: string): string;
  envelope(envelope: JsonObject): JsonObject;
}

export function createSecretMask(secrets: readonly string[]): SecretMask {
  // The longest first, so that a secret inside another one leaves nothing of it behind.
  const hidden = [...new Set(secrets.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  const text = (given: string) =>
    hidden.reduce((masked, secret) => masked.replaceAll(secret, MASK), given);
  const value = (given: JsonValue): JsonValue => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return hidden.includes(String(given)) ? MASK : given;
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

/** As it is, as JSON writes it inside other text, and each line of one that has several (a key in PEM form). */
function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/);
  const parts = lines.length > 1 ? lines.filter((line) => line.length >= LONG_LINE) : [];
  return [secret, JSON.stringify(secret).slice(1, -1), ...parts].filter(
    (form) => form.length >= SHORTEST_SECRET,
  );
}
