// Takes secrets out of what is shown, stored or logged (CFG-03): they never reach a model, a trace or a person.

import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Shorter values are words that occur anywhere; masking them would destroy honest text. */
const SHORTEST_SECRET = 6;
/** A line of a key that tells enough to be one itself; `-----BEGIN KEY-----` is no secret, but masking it harms nobody. */
const LONG_LINE = 16;
const MASK = '***';

export interface SecretMask {
  text(text: string): string;
  value(value: JsonValue): JsonValue;
  envelope(envelope: JsonObject): JsonObject;
}

export function createSecretMask(secrets: Iterable<string>): SecretMask {
  const forms = new Set([...secrets].flatMap(formsOf));
  const text = forms.size === 0 ? (given: string) => given : createTextMask(forms);
  const value = (given: JsonValue): JsonValue => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return forms.has(String(given)) ? MASK : given;
    if (Array.isArray(given)) return given.map(value);
    return isJsonObject(given) ? object(given) : given;
  };
  const object = (given: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(given).map(([key, inner]) => [text(key), value(inner)]));

  return {
    text,
    value: (given) => (forms.size === 0 ? given : value(given)),
    envelope: (given) => (forms.size === 0 ? given : object(given)),
  };
}

/** One pass over the text for the beginnings of all secrets, however many there are. */
function createTextMask(forms: ReadonlySet<string>): (text: string) => string {
  const byBeginning = new Map<string, string[]>();
  // The longest first, so that a secret inside another one leaves nothing of it behind.
  for (const form of [...forms].toSorted((a, b) => b.length - a.length)) {
    const beginning = form.slice(0, SHORTEST_SECRET);
    const others = byBeginning.get(beginning);
    if (others === undefined) byBeginning.set(beginning, [form]);
    else others.push(form);
  }
  const anyBeginning = new RegExp(
    [...byBeginning.keys()].map((each) => RegExp.escape(each)).join('|'),
    'g',
  );

  return (text) => {
    let masked = '';
    let copied = 0;
    anyBeginning.lastIndex = 0;
    for (let hit = anyBeginning.exec(text); hit !== null; hit = anyBeginning.exec(text)) {
      const at = hit.index;
      const found = byBeginning.get(hit[0])?.find((form) => text.startsWith(form, at));
      anyBeginning.lastIndex = at + (found?.length ?? 1);
      if (found === undefined) continue;
      masked += text.slice(copied, at) + MASK;
      copied = at + found.length;
    }
    return copied === 0 ? text : masked + text.slice(copied);
  };
}

/** As it is, as JSON and URLs write it inside other text, and each line of one that has several (a key in PEM form). */
function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/);
  const parts = lines.length > 1 ? lines.filter((line) => line.length >= LONG_LINE) : [];
  const inUrl = secret.isWellFormed() ? [encodeURIComponent(secret)] : [];
  return [secret, JSON.stringify(secret).slice(1, -1), ...inUrl, ...parts].filter(
    (form) => form.length >= SHORTEST_SECRET,
  );
}
