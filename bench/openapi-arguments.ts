// Arguments for a tool by its input schema: values that are hard to write into addresses, headers and forms.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { ApiOperation, ApiParameter } from '#features/apis/index.ts';

const HARD = 'a b&c=d/é;%25"\'+?#[]{}|\\~<>@:中';
/** A header can't tell a comma in an item from one between two, nor these lists a blank or a tab. */
const PLAIN = 'v-é%&=x';
const DEEPEST = 3;

export function argumentsFor({ inputSchema, parameters, body }: ApiOperation): JsonObject {
  const properties = inputSchema['properties'];
  if (!isJsonObject(properties)) return {};
  const byArgument = new Map(parameters.map((each) => [each.argument, each]));
  const files = new Set(
    body?.properties.filter(({ isFile }) => isFile).map((each) => each.argument),
  );
  if (body?.form === 'bytes' && body.whole !== undefined) files.add(body.whole);
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const type = isJsonObject(schema) ? schema['type'] : undefined;
      if (files.has(name)) return [name, type === 'array' ? ['f.bin', 'g.bin'] : 'f.bin'];
      return [name, valueFor(schema, { text: textFor(byArgument.get(name)), name, depth: 0 })];
    }),
  );
}

interface Wish {
  readonly text: string;
  /** Makes the keys of open objects their own. */
  readonly name: string;
  readonly depth: number;
}

function textFor(parameter: ApiParameter | undefined): string {
  const isPlain =
    parameter?.place === 'header' ||
    parameter?.style === 'spaceDelimited' ||
    parameter?.style === 'tabDelimited';
  return isPlain ? PLAIN : HARD;
}

function valueFor(schema: JsonValue | undefined, wish: Wish): JsonValue {
  if (!isJsonObject(schema)) return wish.text;
  const { enum: values, anyOf, type: types } = schema;
  if (Array.isArray(values))
    return values.find((value) => value !== null && value !== '') ?? wish.text;
  if (Array.isArray(anyOf)) return valueFor(anyOf[0], wish);
  const type = Array.isArray(types) ? types[0] : types;
  switch (type) {
    case 'integer':
      return 7;
    case 'number':
      return 1.5;
    case 'boolean':
      return true;
    case 'array':
      return arrayFor(schema['items'], wish);
    case 'object':
      return objectFor(schema, wish);
    default:
      return wish.text;
  }
}

function arrayFor(items: JsonValue | undefined, wish: Wish): JsonValue {
  const inner = { ...wish, depth: wish.depth + 1 };
  return [valueFor(items, inner), valueFor(items, inner)];
}

function objectFor({ properties }: JsonObject, wish: Wish): JsonValue {
  const declared = isJsonObject(properties) ? Object.entries(properties).slice(0, 4) : [];
  if (declared.length === 0 || wish.depth >= DEEPEST) return { [`k_${wish.name}`]: wish.text };
  const inner = { ...wish, depth: wish.depth + 1 };
  return Object.fromEntries(declared.map(([name, schema]) => [name, valueFor(schema, inner)]));
}
