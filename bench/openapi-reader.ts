// Reads requests as a server does that only knows the document: its own resolver, its own rules, nothing of the converter's.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

export interface DeclaredValue {
  readonly place: string;
  readonly name: string;
  readonly node: JsonObject;
}

export interface DeclaredOperation {
  readonly parameters: readonly DeclaredValue[];
  /** Names of the body's properties, by its chosen content; undefined where it has none. */
  readonly properties: ReadonlySet<string> | undefined;
  readonly encoding: JsonObject;
}

const IGNORED = new Set(['accept', 'content-type', 'authorization']);
const OF_CONNECTION = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

export function readDeclared(
  document: JsonObject,
  method: string,
  path: string,
): DeclaredOperation {
  const item = objectAt(resolve(document, objectAt(document['paths'])[path]));
  const operation = objectAt(resolve(document, item[method]));
  const isSwagger = document['swagger'] !== undefined;
  const found = new Map<string, DeclaredValue>();
  for (const each of [...listAt(item['parameters']), ...listAt(operation['parameters'])]) {
    const node = objectAt(resolve(document, each));
    const place = textOf(node['in'] ?? '').toLowerCase();
    const name = textOf(node['name'] ?? '');
    const header = place === 'header' ? name.toLowerCase() : '';
    if (OF_CONNECTION.has(header) || (!isSwagger && IGNORED.has(header))) continue;
    if (['path', 'query', 'header', 'cookie'].includes(place))
      found.set(`${place} ${name}`, { place, name, node });
  }
  const body = objectAt(resolve(document, operation['requestBody']));
  const contents = Object.entries(objectAt(body['content']));
  const [, media] = contents.find(([type]) => !isText(type)) ?? contents[0] ?? [];
  const schema = objectAt(media)['schema'];
  const properties = schema === undefined ? undefined : propertiesOf(document, schema, new Set());
  return {
    parameters: [...found.values()],
    properties,
    encoding: objectAt(objectAt(media)['encoding']),
  };
}

function isText(type: string): boolean {
  return /^text\/|xml|yaml|javascript|graphql|csv/.test(type) && !type.includes('json');
}

function propertiesOf(
  document: JsonObject,
  schema: JsonValue | undefined,
  seen: Set<JsonValue>,
): ReadonlySet<string> {
  const node = resolve(document, schema);
  const names = new Set<string>();
  if (!isJsonObject(node) || seen.has(node)) return names;
  seen.add(node);
  for (const name of Object.keys(objectAt(node['properties']))) names.add(name);
  for (const part of ['allOf', 'anyOf', 'oneOf'].flatMap((key) => listAt(node[key])))
    for (const name of propertiesOf(document, part, seen)) names.add(name);
  return names;
}

export function resolve(document: JsonObject, value: JsonValue | undefined): JsonValue | undefined {
  let at = value;
  for (let hops = 0; hops < 20; hops += 1) {
    const reference = isJsonObject(at) ? at['$ref'] : undefined;
    if (typeof reference !== 'string') return at;
    at = reference
      .replace(/^#\/?/, '')
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<JsonValue | undefined>(
        (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : objectAt(inner)[key]),
        document,
      );
  }
  return at;
}

export function objectAt(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listAt(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A value as its texts: what a server reads before it looks at types. */
export function asTexts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((each: JsonValue) => textOf(each));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, textOf(each)]));
  return textOf(value);
}

/** As a server reads it: what is no text is JSON. */
export function textOf(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export interface StyleRules {
  readonly style: string;
  readonly explode: boolean;
  readonly shape: 'array' | 'object' | 'plain';
  readonly isContent: boolean;
  readonly name: string;
  /** An exploded object's. */
  readonly keys: readonly string[];
}

/** The rules by the document; the shape by what was sent, since a schema may allow several. */
export function rulesOf(
  { node, place, name }: DeclaredValue,
  value: JsonValue,
  isSwagger: boolean,
): StyleRules {
  const format = textOf(node['collectionFormat'] ?? 'csv');
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const collections: Readonly<Record<string, string>> = {
    ssv: 'spaceDelimited',
    tsv: 'tabDelimited',
    pipes: 'pipeDelimited',
  };
  const style = isSwagger ? (collections[format] ?? usual) : textOf(node['style'] ?? usual);
  const explode = isSwagger ? format === 'multi' : (node['explode'] ?? style === 'form') === true;
  return {
    style,
    explode,
    shape: Array.isArray(value) ? 'array' : isJsonObject(value) ? 'object' : 'plain',
    isContent: node['content'] !== undefined,
    name,
    keys: isJsonObject(value) ? Object.keys(value) : [],
  };
}

/** Undefined where nothing was sent. */
export function readPairs(
  pairs: readonly (readonly [string, string])[],
  rules: StyleRules,
): JsonValue | undefined {
  const { style, explode, shape, name, keys } = rules;
  const own = pairs.filter(([key]) => decode(key) === name).map(([, text]) => text);
  if (rules.isContent) return own[0] === undefined ? undefined : content(decode(own[0]), shape);
  if (style === 'deepObject' && shape !== 'plain') return readDeep(pairs, name);
  if (shape === 'plain') return own[0] === undefined ? undefined : decode(own[0]);
  if (explode) {
    if (shape === 'array') return own.map(decode);
    return Object.fromEntries(
      keys.flatMap((key) =>
        pairs
          .filter(([other]) => decode(other) === key)
          .slice(0, 1)
          .map(([, text]) => [key, decode(text)]),
      ),
    );
  }
  const delimiter =
    { spaceDelimited: /%20/, tabDelimited: /%09/, pipeDelimited: /\|/ }[style] ?? /,/;
  const parts = (own[0] ?? '').split(delimiter).map(decode);
  return shape === 'array' ? parts : paired(parts);
}

export function readHeader(text: string, { explode, shape, isContent }: StyleRules): JsonValue {
  const told = Buffer.from(text, 'latin1').toString('utf8');
  if (isContent || /^[[{]/.test(told)) return content(told, shape);
  if (shape === 'plain') return told;
  const parts = told.split(',');
  if (shape === 'array') return parts;
  return explode
    ? Object.fromEntries(
        parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
      )
    : paired(parts);
}

/** `name[a][0]=…`; numbers in order are the places of a list. */
function readDeep(pairs: readonly (readonly [string, string])[], name: string): JsonValue {
  const under = pairs
    .map(([key, text]) => [decode(key), decode(text)] as const)
    .filter(([key]) => key.startsWith(`${name}[`))
    .map(([key, text]) => [key.slice(name.length + 1, -1).split(']['), text] as const);
  return nested(under);
}

function nested(under: readonly (readonly [readonly string[], string])[]): JsonValue {
  const groups = [...Map.groupBy(under, ([[key = '']]) => key)];
  const entries = groups.map(([key, group]): [string, JsonValue] => {
    const [[keys, text] = [[], '']] = group;
    const deeper = group.map(([all, inner]) => [all.slice(1), inner] as const);
    return [key, keys.length === 1 ? text : nested(deeper)];
  });
  const isList = entries.length > 0 && entries.every(([key], at) => key === String(at));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function content(text: string, shape: StyleRules['shape']): JsonValue {
  if (shape === 'plain') return text;
  const value: JsonValue = JSON.parse(text);
  return asTexts(value);
}

export function paired(parts: readonly string[]): JsonObject {
  return Object.fromEntries(
    Array.from({ length: parts.length / 2 }, (_, at) => [
      parts[at * 2] ?? '',
      parts[at * 2 + 1] ?? '',
    ]),
  );
}

export function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

export function pairsOf(text: string): readonly (readonly [string, string])[] {
  return text === '' ? [] : text.split('&').map(splitPair);
}

export function splitPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** Every leaf a text: how `name[a][b]` arrives. */
export function deepTexts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((each: JsonValue) => deepTexts(each));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, deepTexts(each)]));
  return textOf(value);
}
