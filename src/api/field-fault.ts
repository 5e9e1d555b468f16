// Says what is wrong with a field, in our own sentences instead of the validator's.

import type * as z from 'zod';
import type { Text } from '#base/text.ts';
import { fieldTexts, formText } from '#contract/texts/field-texts.ts';

type Issue = z.core.$ZodIssue;

/** Where it is: of a key that nobody knows the key too. */
export function faultPath(issue: Issue): readonly PropertyKey[] {
  return issue.code === 'unrecognized_keys'
    ? [...issue.path, ...issue.keys.slice(0, 1)]
    : issue.path;
}

/** `given` is all that was validated. What it holds is never repeated: a password may be in it. */
export function fieldFault(issue: Issue, given: unknown): Text {
  const value = valueAt(given, issue.path);
  if (issue.code === 'unrecognized_keys') return fieldTexts.unknown();
  if (value === undefined) return fieldTexts.missing();
  if (typeof value === 'string' && value.trim() === '') return fieldTexts.empty();
  return valueFault(issue, value);
}

function valueFault(issue: Issue, value: unknown): Text {
  switch (issue.code) {
    case 'invalid_type':
      return fieldTexts.kind(issue.expected, kindOf(value));
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return fieldTexts.oneOf(issue.values.map(String));
    case 'invalid_format':
      return formFault(issue);
    case 'invalid_key':
      return formText(issue.issues[0]?.message ?? '') ?? fieldTexts.badForm();
    default:
      return formText(issue.message) ?? fieldTexts.notTaken();
  }
}

function tooSmall({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): Text {
  const isList = origin === 'array' || origin === 'set';
  if (origin !== 'string' && !isList) return fieldTexts.tooSmall(String(minimum), inclusive);
  if (Number(minimum) === 1) return fieldTexts.empty();
  return isList ? fieldTexts.tooFew(Number(minimum)) : fieldTexts.tooShort(Number(minimum));
}

function tooBig({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): Text {
  if (origin === 'string') return fieldTexts.tooLong(Number(maximum));
  if (origin === 'array' || origin === 'set') return fieldTexts.tooMany(Number(maximum));
  return fieldTexts.tooLarge(String(maximum), inclusive);
}

function formFault({ format, message }: z.core.$ZodIssueInvalidStringFormat): Text {
  if (format === 'date') return fieldTexts.date();
  if (format === 'datetime') return fieldTexts.moment();
  if (format === 'url') return fieldTexts.url();
  return formText(message) ?? fieldTexts.badForm();
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    given,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
