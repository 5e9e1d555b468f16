// Turns a skill's input into the arguments of its program (CLI-01, CLI-02, CLI-03).

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

/** One argument, and the key of the input that it came from. */
export interface Argument {
  readonly text: string;
  readonly key: string;
}

/**
 * The arguments, in this order: the sub-command, the positional values, the options in the input's order.
 * - `true` is `--flag`; `false`, null and an empty list are left out; a list is `--flag a b c`; an object is
 *   `--flag '<json>'`; anything else is `--flag <text>`. `key_name` is `--key-name`; keys that start with `_`
 *   are skipped. In a list, null is left out and lists and objects are JSON.
 * - A value that starts with `-` could pass for an option, so alone it is written `--flag=<value>`, and where
 *   a positional value starts so, all of them come last, after `--`. A list of several values has no such form
 *   that parsers agree on: its values stand as they are.
 * - Positional values otherwise come before the options, for an option with a list would swallow them.
 */
export function buildArgv(input: JsonObject, schema: JsonObject | undefined): readonly Argument[] {
  const shape = readShape(schema);
  const given = Object.entries(input)
    .filter(([key]) => key !== '' && !key.startsWith('_'))
    .map(([key, value]) => ({ key, value }));
  const subcommand = subcommandOf(input, shape);
  const isSaid = ({ key, value }: Field) =>
    subcommand !== undefined && key === shape.subcommandKey && textOf(value) === subcommand.text;
  const left = given.filter((field) => !isSaid(field));
  const positional = positionalsOf(left, shape);
  const options = left.filter((field) => !positional.includes(field)).flatMap(optionOf);
  const values = positional.flatMap(({ key, value }) =>
    textsOf(value).map((text) => ({ text, key })),
  );
  const head = subcommand === undefined ? [] : [subcommand];
  const dashed = values.find(({ text }) => text.startsWith('-'));
  if (dashed === undefined) return [...head, ...values, ...options];
  return [...head, ...options, { text: '--', key: dashed.key }, ...values];
}

interface Field {
  readonly key: string;
  readonly value: JsonValue;
}

interface Shape {
  readonly subcommandKey: string | undefined;
  /** Whether a key is positional, and its place among them; without a schema the key's name decides. */
  readonly positions: ReadonlyMap<string, number> | 'by-name';
}

function readShape(schema: JsonObject | undefined): Shape {
  const properties = schema?.['properties'];
  const explicit = schema?.['x-subcommand'];
  const fields = isJsonObject(properties) ? Object.entries(properties) : [];
  const positions = fields.flatMap(([key, field]) => {
    const position = isJsonObject(field)
      ? Number(field['x-cli-positional'] ?? Number.NaN)
      : Number.NaN;
    return Number.isNaN(position) ? [] : [[key, position] as const];
  });
  return {
    subcommandKey: typeof explicit === 'string' ? explicit : onlyRequiredChoice(schema, fields),
    positions: schema === undefined ? 'by-name' : new Map(positions),
  };
}

function onlyRequiredChoice(
  schema: JsonObject | undefined,
  fields: readonly (readonly [string, JsonValue])[],
): string | undefined {
  const required = schema?.['required'];
  if (!Array.isArray(required)) return undefined;
  const choices = fields.filter(
    ([key, field]) => required.includes(key) && isJsonObject(field) && Array.isArray(field['enum']),
  );
  return choices.length === 1 ? choices[0]?.[0] : undefined;
}

/** The caller's `_subcommand` wins; the field is then an option like any other unless it says the same. */
function subcommandOf(input: JsonObject, { subcommandKey }: Shape): Argument | undefined {
  const byCaller = textOf(input['_subcommand']);
  if (byCaller !== undefined) return { text: byCaller, key: '_subcommand' };
  if (subcommandKey === undefined) return undefined;
  const text = textOf(input[subcommandKey]);
  return text === undefined ? undefined : { text, key: subcommandKey };
}

/** A string that is not empty, or a number's text. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function positionalsOf(fields: readonly Field[], { positions }: Shape): readonly Field[] {
  if (positions === 'by-name') {
    return fields.filter(({ key }) => key === 'prompts' || key === 'args' || key.endsWith('_args'));
  }
  return fields
    .filter(({ key }) => positions.has(key))
    .toSorted((a, b) => (positions.get(a.key) ?? 0) - (positions.get(b.key) ?? 0));
}

/** The values of a field as texts; nothing for null. */
function textsOf(value: JsonValue): readonly string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [typeof value === 'string' ? value : JSON.stringify(value)];
  return value
    .filter((item) => item !== null)
    .map((item: JsonValue) => (typeof item === 'string' ? item : JSON.stringify(item)));
}

function optionOf({ key, value }: Field): readonly Argument[] {
  const flag = `--${key.replaceAll('_', '-')}`;
  if (value === true) return [{ text: flag, key }];
  if (value === false) return [];
  const texts = textsOf(value);
  const [only] = texts;
  if (only === undefined) return [];
  if (texts.length === 1 && only.startsWith('-')) return [{ text: `${flag}=${only}`, key }];
  return [flag, ...texts].map((text) => ({ text, key }));
}
