// Looks at the parameters before a skill is run (GRD-07): required ones present, plain types right.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { executionTexts } from '#contract/texts/execution-texts.ts';
import type { Failure } from '#features/results/index.ts';
import { declaredParameters } from './declared-parameters.ts';

export type CheckedInput =
  | {
      readonly status: 'valid';
      readonly input: JsonObject;
      /** Parameters whose value was coerced without loss. */
      readonly coerced: readonly string[];
    }
  /** A recoverable failure that names every such key at once. */
  | { readonly status: 'refused'; readonly failure: Failure };

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/**
 * `enum`, `pattern`, `format`, `additionalProperties` and nested rules are left to the skill, which may
 * accept aliases.
 */
export function validateInput(
  input: JsonObject,
  schema: JsonObject | undefined,
  language: Language,
): CheckedInput {
  const { properties, required } = declaredParameters(schema);
  const given = (key: string) => (Object.hasOwn(input, key) ? input[key] : undefined);
  const missing = [...new Set(required)].filter((key) => isBlank(given(key)));
  const optionalNulls = new Set(Object.keys(input).filter((key) => input[key] === null));
  const fitted = Object.entries(properties)
    .filter(
      ([key]) => Object.hasOwn(input, key) && !missing.includes(key) && !optionalNulls.has(key),
    )
    .map(([key, property]) => ({ key, types: typesOf(property), value: input[key] ?? null }))
    .map(({ key, types, value }) => ({ key, types, value, fit: fitTo(value, types) }));
  const misshapen = fitted.filter(({ fit }) => fit.status === 'misfit');
  if (missing.length > 0 || misshapen.length > 0) {
    const wrong = misshapen.map(({ key, types, value }) => ({
      key,
      expected: types.join(' | '),
      given: typeOf(value),
    }));
    return { status: 'refused', failure: refusal(missing, wrong, language) };
  }
  const coerced = fitted.flatMap(({ key, fit }) =>
    fit.status === 'coerced' ? [[key, fit.value] as const] : [],
  );
  return {
    status: 'valid',
    input: coerced.length === 0 ? input : { ...input, ...Object.fromEntries(coerced) },
    coerced: coerced.map(([key]) => key),
  };
}

function refusal(
  missing: readonly string[],
  wrong: readonly { key: string; expected: string; given: string }[],
  language: Language,
): Failure {
  const names = [...missing, ...wrong.map(({ key }) => key)];
  const sentences = [
    ...(missing.length > 0 ? [executionTexts.parametersMissing(missing)] : []),
    ...wrong.map(({ key, expected, given }) => executionTexts.parameterType(key, expected, given)),
  ];
  return {
    error: sentences.map((sentence) => sentence[language]).join(' '),
    errorType: 'recoverable',
    needParam: names.length === 1 && names[0] !== undefined ? names[0] : names,
  };
}

/** Absent, null, blank text, an empty list or an empty object. */
function isBlank(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

const JSON_TYPES: ReadonlySet<string> = new Set<JsonType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/**
 * The plain types that a property declares: `type`, or those of a flat `anyOf` or `oneOf`, as pydantic writes what is
 * optional. None where any part of it is something else, a `$ref` say: then the skill judges.
 */
function typesOf(property: JsonObject): readonly JsonType[] {
  const choices = property['anyOf'] ?? property['oneOf'];
  if (property['type'] !== undefined || !Array.isArray(choices)) return namedTypes(property);
  const ofEach = choices.map((choice) => (isJsonObject(choice) ? namedTypes(choice) : []));
  return ofEach.some((types) => types.length === 0) ? [] : ofEach.flat();
}

function namedTypes(schema: JsonObject): readonly JsonType[] {
  const declared = schema['type'];
  const types = Array.isArray(declared) ? declared : [declared];
  return types.filter((type): type is JsonType => typeof type === 'string' && JSON_TYPES.has(type));
}

type Fit =
  | { readonly status: 'fits' }
  | { readonly status: 'coerced'; readonly value: JsonValue }
  | { readonly status: 'misfit' };

/** A schema without a type that we know fits anything. */
function fitTo(value: JsonValue, types: readonly JsonType[]): Fit {
  if (types.length === 0 || types.some((type) => isOfType(value, type))) return { status: 'fits' };
  for (const type of types) {
    const coerced = coerce(value, type);
    if (coerced !== undefined) return { status: 'coerced', value: coerced };
  }
  return { status: 'misfit' };
}

function isOfType(value: JsonValue, type: JsonType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Only where nothing is lost and nothing is guessed; undefined otherwise. */
function coerce(value: JsonValue, type: JsonType): JsonValue | undefined {
  if (type === 'string') return isExactNumber(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'number' || type === 'integer') return numberOf(text, type);
  return structureOf(text, type);
}

function numberOf(text: string, type: JsonType): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text);
  const isLost = number === 0 && /[1-9]/.test(text.replace(/e.*/i, ''));
  if (isLost || !isExactNumber(number)) return undefined;
  return type === 'number' || Number.isInteger(number) ? number : undefined;
}

/** A whole number that a double can't tell from its neighbour may be somebody else's record already. */
function isExactNumber(value: JsonValue): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

function structureOf(text: string, type: JsonType): JsonValue | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const parsed: JsonValue = JSON.parse(text);
    return isOfType(parsed, type) ? parsed : undefined;
  } catch {
    // Not JSON: the value stays what it is, and is refused for its type.
    return undefined;
  }
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
