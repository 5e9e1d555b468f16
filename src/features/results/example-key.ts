// The list of a large result that is most likely read on in, for an example in its receipt.

import { isJsonObject, type JsonObject } from '#base/json.ts';

const SIMPLE_NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,39}$/u;

/** The longest list at the top or in an object there, as a key path; undefined where there is none to name simply. */
export function exampleKey(envelope: JsonObject): string | undefined {
  const found = [...listsOf(envelope)].toSorted((one, other) => other.count - one.count);
  return found[0]?.key;
}

function* listsOf(
  object: JsonObject,
  prefix = '',
): Generator<{ readonly key: string; readonly count: number }> {
  // A name for each of a million entries helps nobody.
  for (const [name, value] of Object.entries(object).slice(0, 100)) {
    if (!SIMPLE_NAME.test(name)) continue;
    if (Array.isArray(value)) yield { key: `${prefix}${name}`, count: value.length };
    else if (prefix === '' && isJsonObject(value)) yield* listsOf(value, `${name}.`);
  }
}
