// The schema of a skill's parameters (RUN-05), from the handler, schema.json, or the declaration.

import {
  DEEPEST_JSON,
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#base/json.ts';
import { packageCodeTexts } from '#contract/texts/package-code-texts.ts';
import { NODE } from '../code/node-dialect.ts';
import { PYTHON } from '../code/python-dialect.ts';
import { readConstant } from '../code/read-literal.ts';
import { readFlow } from '../front-matter/flow-value.ts';
import { findingAt, type Place, type ReportFinding } from '../report-finding.ts';
import { findField, placeOf, type Declaration } from './declaration.ts';
import { flagFrom } from './field-values.ts';
import { toJsonValue } from './json-value.ts';
import { reportSchemaFaults, type LocateProperty } from './schema-faults.ts';

/** Characters; a longer schema.json must be JSON as it is. */
const LONGEST_REPAIRED = 65_536;

export interface SchemaSources {
  readonly handler:
    | { readonly file: string; readonly source: string; readonly language: 'python' | 'node' }
    | undefined;
  /** The text of schema.json. */
  readonly schemaFile: string | undefined;
  readonly declaration: Declaration;
}

export function readParameterSchema(
  sources: SchemaSources,
  report: ReportFinding,
): JsonObject | undefined {
  return (
    fromHandler(sources.handler, report) ??
    fromSchemaFile(sources.schemaFile, report) ??
    fromDeclaration(sources.declaration, report)
  );
}

function fromHandler(
  handler: SchemaSources['handler'],
  report: ReportFinding,
): JsonObject | undefined {
  if (handler === undefined) return undefined;
  const { file, source, language } = handler;
  const constant = readConstant(source, 'INPUT_SCHEMA', language === 'python' ? PYTHON : NODE);
  if (constant.status === 'absent') return undefined;
  const place = { file, line: constant.line };
  if (constant.status === 'unreadable') {
    const text = packageCodeTexts.schemaNotLiteral();
    report(findingAt(place, ['schema-not-literal', 'high'], text));
    return undefined;
  }
  if (constant.status === 'too-deep') return tooDeep(place, report);
  return asSchema(constant.value, propertiesWithin(source, place), report);
}

function fromSchemaFile(text: string | undefined, report: ReportFinding): JsonObject | undefined {
  if (text === undefined) return undefined;
  const place = { file: 'schema.json', line: null };
  try {
    const value: unknown = JSON.parse(text);
    return asSchema(value, propertiesWithin(text, place), report);
  } catch (error) {
    const value = text.length > LONGEST_REPAIRED ? undefined : readFlow(text);
    const line = lineOfJsonError(text, error);
    const problem = error instanceof Error ? error.message : '';
    const told = packageCodeTexts.schemaFileBroken(problem.replace(/ \(line.*\)$/, ''));
    report(findingAt({ ...place, line }, ['schema-file-invalid', 'high'], told));
    return isJsonObject(value) ? asSchema(value, propertiesWithin(text, place), report) : undefined;
  }
}

function fromDeclaration(declaration: Declaration, report: ReportFinding): JsonObject | undefined {
  const field = findField(declaration, 'input_schema', 'parameters');
  if (field === undefined) return undefined;
  const value = typeof field.value === 'string' ? readFlow(field.value) : field.value;
  const locate: LocateProperty = (name) => placeOf(field, name === '' ? undefined : name);
  return asSchema(value, locate, report);
}

/** An object schema as it is; what only stands around one, or is short for one, becomes one. */
function asSchema(
  value: unknown,
  locate: LocateProperty,
  report: ReportFinding,
): JsonObject | undefined {
  if (isDeeperThan(value)) return tooDeep(locate(''), report);
  const schema = objectSchema(toJsonValue(value));
  if (isDeeperThan(schema)) return tooDeep(locate(''), report);
  if (schema !== undefined) {
    reportSchemaFaults(schema, locate, report);
    return schema;
  }
  report(findingAt(locate(''), ['schema-not-object', 'high'], packageCodeTexts.schemaNotObject()));
  return undefined;
}

/** Finds a property at its key, at or below the line where the schema starts. */
function propertiesWithin(text: string, place: Place): LocateProperty {
  return (name) => {
    if (name === '') return place;
    const key = new RegExp(
      String.raw`(?:^|[\s{,"'])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}["']?\s*:`,
    );
    const start = (place.line ?? 1) - 1;
    const lines = text.split('\n').slice(start);
    const offset = lines.findIndex((line) => key.test(line));
    return offset === -1 ? place : { ...place, line: start + offset + 1 };
  };
}

function tooDeep(place: Place, report: ReportFinding): undefined {
  const text = packageCodeTexts.schemaTooDeep(DEEPEST_JSON);
  report(findingAt(place, ['schema-too-deep', 'high'], text));
}

function objectSchema(value: JsonValue | undefined): JsonObject | undefined {
  if (Array.isArray(value)) return fromParameterList(value);
  if (!isJsonObject(value)) return undefined;
  if (value['type'] === 'object' || isJsonObject(value['properties'])) {
    return value['type'] === 'object' ? value : { type: 'object', ...value };
  }
  const inner = ['input_schema', 'inputSchema', 'parameters', 'function']
    .map((key) => value[key])
    .find((candidate) => isJsonObject(candidate));
  if (inner !== undefined && typeof value['type'] !== 'object') return objectSchema(inner);
  if (['$ref', 'allOf', 'anyOf', 'oneOf'].some((key) => key in value)) {
    return { type: 'object', ...value };
  }
  const properties = Object.values(value);
  // `{city: {type: string}}`: the properties alone.
  const isShort = properties.every((property) => isJsonObject(property));
  return isShort ? withRequired(Object.entries(value)) : undefined;
}

/** `[{name, type, required, …}]`. */
function fromParameterList(items: readonly JsonValue[]): JsonObject | undefined {
  const entries: [string, JsonValue][] = [];
  for (const item of items) {
    if (!isJsonObject(item) || typeof item['name'] !== 'string') return undefined;
    const property = Object.entries(item).filter(([key]) => key !== 'name');
    entries.push([item['name'], Object.fromEntries(property)]);
  }
  return withRequired(entries);
}

/** Moves `required: true` of single properties to where a JSON schema has it. */
function withRequired(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const required: string[] = [];
  const properties = entries.map(([name, property]) => {
    if (!isJsonObject(property) || Array.isArray(property['required'])) return [name, property];
    const { required: declared, ...rest } = property;
    if (flagFrom(declared) === true) required.push(name);
    return [name, rest];
  });
  const schema = { type: 'object', properties: Object.fromEntries(properties) };
  return required.length === 0 ? schema : { ...schema, required };
}

function lineOfJsonError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const offset = position === undefined ? text.trimEnd().length : Number(position);
  return text.slice(0, offset).split('\n').length;
}
