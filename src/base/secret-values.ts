// Which of somebody's values are secret, told by their names, and the texts in them that must never be shown (CFG-03).

import { isJsonObject, type JsonValue } from './json.ts';
import { hideUrlPasswords } from './url-passwords.ts';

/** A word of a name that tells a secret: `apiKey`, `OPENAI_API_KEY`, `dbpassword`, `credentials`; no `keyword`, no `author`. */
const SECRET_WORD =
  /(?:key|token|secret|password|passwd|passphrase|pwd|credential|auth|authorization|cookie)s?$/;
/** `max_tokens` counts tokens. */
const COUNT_WORD = /^(?:max|min|num|total|limit|input|output|prompt|completion|context)$/;

/** Whether a value of this name is secret even where nobody says so. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => SECRET_WORD.test(word)) && !words.some(isCount);
}

function isCount(word: string): boolean {
  return COUNT_WORD.test(word);
}

/**
 * Every text and number in a secret value; in a plain one those under a name that tells a secret, and addresses with a
 * password in them.
 */
export function secretsIn(value: JsonValue, isSecret: boolean): readonly string[] {
  if (typeof value === 'string') {
    return isSecret || hideUrlPasswords(value) !== value ? [value] : [];
  }
  if (typeof value === 'number') return isSecret ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(each, isSecret));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    secretsIn(each, isSecret || isSecretName(name)),
  );
}
