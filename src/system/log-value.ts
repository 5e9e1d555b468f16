// Makes anything fit for a line of the log: JSON, bounded, without secrets.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { SecretMask } from '#base/secret-mask.ts';
import { hideUrlPasswords } from '#base/url-passwords.ts';

const LONGEST_TEXT = 4000;
const MOST_ITEMS = 100;
const DEEPEST = 8;
const HIDDEN = '***';
/** Fields that hold a secret whatever it looks like, written without `-` and `_`. */
const SECRET_FIELDS = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'apikey',
  'xapikey',
  'password',
  'passphrase',
  'secret',
  'secretkey',
  'token',
  'accesstoken',
  'refreshtoken',
  'credentials',
]);
/** What is told of an error; others of its fields hold statements and rows. */
const ERROR_FIELDS = ['code', 'details', 'errors', 'cause'] as const;

/** Where one is inside a value: what stands around it, from the outside in. */
type Around = readonly object[];

export function logObject(fields: Readonly<Record<string, unknown>>, mask: SecretMask): JsonObject {
  return objectValue(Object.entries(fields), mask, []);
}

function logValue(given: unknown, mask: SecretMask, around: Around): JsonValue | undefined {
  switch (typeof given) {
    case 'string':
      return logText(given, mask);
    case 'number':
      return Number.isFinite(given) ? mask.value(given) : String(given);
    case 'boolean':
      return given;
    case 'bigint':
      return mask.text(String(given));
    case 'object':
      return given === null ? null : nestedValue(given, mask, around);
    default:
      return undefined;
  }
}

/** Masked before it is cut, so that no half of a secret is left at the end. */
export function logText(text: string, mask: SecretMask): string {
  const masked = hideUrlPasswords(mask.text(text));
  if (masked.length <= LONGEST_TEXT) return masked;
  return `${cutText(masked, LONGEST_TEXT)}… (${masked.length} characters)`;
}

function nestedValue(given: object, mask: SecretMask, around: Around): JsonValue {
  if (around.includes(given)) return '[circular]';
  const single = singleText(given);
  if (single !== undefined) return logText(single, mask);
  if (around.length >= DEEPEST) return Array.isArray(given) ? '[list]' : '[object]';
  const inner = [...around, given];
  if (given instanceof Error) return errorValue(given, mask, inner);
  if (Array.isArray(given) || given instanceof Set) return listValue([...given], mask, inner);
  if (given instanceof Map || given instanceof Headers) {
    const entries = [...given].map(([name, value]): [string, unknown] => [String(name), value]);
    return objectValue(entries, mask, inner);
  }
  return objectValue(Object.entries(given), mask, inner);
}

/** Of objects that stand for one text. */
function singleText(given: object): string | undefined {
  if (given instanceof Date) return Number.isNaN(given.getTime()) ? 'no date' : given.toISOString();
  if (given instanceof URL) return given.href;
  return ArrayBuffer.isView(given) ? `[${given.byteLength} bytes]` : undefined;
}

function listValue(items: readonly unknown[], mask: SecretMask, around: Around): JsonValue {
  const shown = items.slice(0, MOST_ITEMS).map((item) => logValue(item, mask, around) ?? null);
  return items.length > MOST_ITEMS ? [...shown, `… (${items.length} items)`] : shown;
}

function objectValue(
  entries: readonly (readonly [string, unknown])[],
  mask: SecretMask,
  around: Around,
): JsonObject {
  const shown = entries.slice(0, MOST_ITEMS).flatMap(([name, value]): [string, JsonValue][] => {
    const inner = isSecretField(name) ? hidden(value) : logValue(value, mask, around);
    return inner === undefined ? [] : [[logText(name, mask), inner]];
  });
  if (entries.length > MOST_ITEMS) shown.push(['…', `${entries.length} fields`]);
  return Object.fromEntries(shown);
}

function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
}

/** That there is none may be told. */
function hidden(value: unknown): JsonValue | undefined {
  if (value === undefined || value === null || value === '') return value;
  return HIDDEN;
}

/** Errors in causes and in an `AggregateError` too; the stack begins with the message, so that stands for both. */
function errorValue(error: Error, mask: SecretMask, around: Around): JsonObject {
  const facts = ERROR_FIELDS.flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(error, name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    type: error.name,
    message: logText(error.message, mask),
    stack: logText(error.stack ?? '', mask),
    ...objectValue(facts, mask, around),
  };
}
