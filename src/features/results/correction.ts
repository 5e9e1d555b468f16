// ENV-05: which failures the model can correct, and the hint that tells it how.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { resultTexts } from '#contract/texts/result-texts.ts';

const RECOVERABLE_TYPES: ReadonlySet<string> = new Set([
  'recoverable',
  'retryable',
  'need_input',
  'need_param',
]);
const NAMES = 10;
const NAME_CHARS = 80;

/** What makes the failure recoverable, for the trace; undefined where nothing does. A `need_param` key is enough, even null. */
export function recoverableBy(envelope: JsonObject): string | undefined {
  const type = envelope['error_type'];
  if (typeof type === 'string' && RECOVERABLE_TYPES.has(type.trim().toLowerCase()))
    return `error_type ${type.trim()}`;
  return Object.hasOwn(envelope, 'need_param') ? 'need_param' : undefined;
}

/** How to correct it. A skill's own non-blank `_hint` knows better than the platform and is kept. */
export function correctionHint(envelope: JsonObject, language: Language): string {
  const own = envelope['_hint'];
  if (typeof own === 'string' && own.trim() !== '') return own;
  const names = paramNames(envelope['need_param']);
  const correct =
    names.length === 0 ? resultTexts.hintToCorrect() : resultTexts.hintToCorrectParams(names);
  const redirect = envelope['redirect'];
  const isTold = typeof redirect === 'string' && redirect.trim() !== '';
  return isTold
    ? `${correct[language]}${resultTexts.hintRedirect(cut(redirect.trim()))[language]}`
    : correct[language];
}

/** `need_param` as skills write it: a name, a list of names or of `{name}`, an object by name. */
function paramNames(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [cut(value.trim())];
  if (typeof value !== 'object' || value === null) return [];
  if (isJsonObject(value)) {
    const name = value['name'];
    return typeof name === 'string'
      ? paramNames(name)
      : Object.keys(value).slice(0, NAMES).map(cut);
  }
  return value
    .filter((inner) => typeof inner === 'string' || isJsonObject(inner))
    .flatMap((inner) => paramNames(inner))
    .slice(0, NAMES);
}

function cut(name: string): string {
  return name.length > NAME_CHARS ? `${name.slice(0, NAME_CHARS)}…` : name;
}
