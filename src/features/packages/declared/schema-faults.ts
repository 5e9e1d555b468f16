// Finds what callers and models would stumble over in a parameter schema: types nobody knows, odd properties, names.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { packageCodeTexts } from '#contract/texts/package-code-texts.ts';
import type { FindingText } from '#contract/texts/package-texts.ts';
import { findingAt, type Place, type ReportFinding } from '../report-finding.ts';

/** Where a property stands, by its name; the schema itself for ''. */
export type LocateProperty = (name: string) => Place;

type Tell = (name: string, rule: string, text: FindingText) => void;

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** What people write for them, from the languages they know. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  str: 'string',
  text: 'string',
  char: 'string',
  varchar: 'string',
  date: 'string',
  datetime: 'string',
  time: 'string',
  url: 'string',
  uri: 'string',
  email: 'string',
  file: 'string',
  path: 'string',
  enum: 'string',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  num: 'number',
  bool: 'boolean',
  list: 'array',
  tuple: 'array',
  set: 'array',
  dict: 'object',
  map: 'object',
  json: 'object',
  none: 'null',
};

/** Words that leave a composed schema's properties unknown. */
const COMPOSING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties'];
/** Levels below the parameters that are looked at; nobody writes more by hand. */
const DEEPEST_LOOK = 8;
/** Findings of one schema: a generated one repeats its faults. */
const MOST_FAULTS = 20;

export function reportSchemaFaults(
  schema: JsonObject,
  locate: LocateProperty,
  report: ReportFinding,
): void {
  let told = 0;
  checkObject(schema, 0, (name, rule, text) => {
    told += 1;
    if (told <= MOST_FAULTS) report(findingAt(locate(name), [rule, 'medium'], text));
  });
}

function checkObject(schema: JsonObject, depth: number, tell: Tell): void {
  const { properties } = schema;
  if (!isJsonObject(properties) || depth > DEEPEST_LOOK) return;
  for (const [name, property] of Object.entries(properties)) {
    checkProperty(name, property, { depth, tell });
  }
  const names = Object.keys(properties);
  if (names.length === 0 || COMPOSING.some((word) => word in schema)) return;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const name of required) {
    if (typeof name !== 'string' || Object.hasOwn(properties, name)) continue;
    const text = packageCodeTexts.requiredUndeclared(name, names);
    tell('', 'schema-required-undeclared', text);
  }
}

function checkProperty(
  name: string,
  property: JsonValue,
  { depth, tell }: { readonly depth: number; readonly tell: Tell },
): void {
  if (!isJsonObject(property)) {
    // `true` and `false` are schemas too.
    if (typeof property === 'boolean') return;
    const text = packageCodeTexts.propertyOdd(name);
    tell(name, 'schema-property-odd', text);
    return;
  }
  for (const type of typesOf(property)) {
    if (TYPES.has(type)) continue;
    const text = packageCodeTexts.typeUnknown(name, type, meantType(type));
    tell(name, 'schema-type-unknown', text);
  }
  checkObject(property, depth + 1, tell);
  const { items } = property;
  if (isJsonObject(items) && depth < DEEPEST_LOOK) {
    checkProperty(name, items, { depth: depth + 1, tell });
  }
}

function typesOf({ type }: JsonObject): readonly string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((each) => typeof each === 'string');
}

function meantType(type: string): string | undefined {
  const name = type.trim().toLowerCase();
  if (TYPES.has(name)) return name;
  const word = /^[a-z0-9]+/.exec(name)?.[0] ?? '';
  return Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word] : undefined;
}
