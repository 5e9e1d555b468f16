// One operation there and back: its request built from generated arguments, and read by the document alone.

import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { buildRequest, type ApiOperation, type ApiRequest } from '#features/apis/index.ts';
import { argumentsFor } from './openapi-arguments.ts';
import { bodyFaults, FILE_BYTES } from './openapi-body-check.ts';
import {
  asTexts,
  decode,
  deepTexts,
  objectAt,
  pairsOf,
  readDeclared,
  readHeader,
  readPairs,
  rulesOf,
  splitPair,
  textOf,
  type DeclaredOperation,
  type DeclaredValue,
  type StyleRules,
} from './openapi-reader.ts';
import { readSegment } from './openapi-segment.ts';

const BASE = 'https://api.example.com/base';
const FILE = { name: 'f.bin', mediaType: 'application/octet-stream', bytes: FILE_BYTES };
const FILES = new Map([
  ['f.bin', FILE],
  ['g.bin', { ...FILE, name: 'g.bin' }],
]);

/** What is lost or read otherwise than it was given; nothing where all is well. */
export function faultsOf(document: JsonObject, operation: ApiOperation): readonly string[] {
  const declared = readDeclared(document, operation.method, operation.path);
  const lost = [...lostIn(declared, operation), ...argumentsLost(operation)];
  if (lost.length > 0) return lost;
  const args = argumentsFor(operation);
  const request = buildRequest(operation, args, { baseUrl: BASE, files: FILES });
  const isSwagger = document['swagger'] !== undefined;
  const sent = { operation, args, request, isSwagger };
  const { encoding } = declared;
  return [
    ...declared.parameters.flatMap((each) => parameterFault(each, sent)),
    ...bodyFaults({ body: operation.body, args, request, encoding }),
  ];
}

function lostIn(
  { parameters, properties }: DeclaredOperation,
  { parameters: kept, body }: ApiOperation,
): readonly string[] {
  const known = new Set(kept.map(({ place, name }) => `${place} ${name}`));
  const own = new Set(body?.properties.map(({ name }) => name));
  const lost = parameters.filter(
    ({ place, name }) =>
      name !== '' && !known.has(`${place} ${name}`) && !known.has(`path ${name}`),
  );
  const isSplit = body?.whole === undefined;
  const gone = [...(properties ?? [])].filter(
    (name) => isSplit && !own.has(name) && !known.has(`path ${name}`),
  );
  return [
    ...lost.map(({ place, name }) => `lost ${place} ${name}`),
    ...gone.map((name) => `lost body ${name}`),
  ];
}

function argumentsLost({ inputSchema, parameters, body }: ApiOperation): readonly string[] {
  const names = new Set(Object.keys(objectAt(inputSchema['properties'])));
  const all = [...parameters, ...(body?.properties ?? [])].map(({ argument }) => argument);
  const wanted = body?.whole === undefined ? all : [...all, body.whole];
  const isDoubled = new Set(wanted).size < wanted.length;
  return [
    ...(isDoubled ? ['two arguments have one name'] : []),
    ...wanted.filter((name) => !/^[\w.-]{1,64}$/.test(name)).map((name) => `argument ${name}`),
    ...wanted.filter((name) => !names.has(name)).map((name) => `no schema for ${name}`),
  ];
}

interface Sent {
  readonly operation: ApiOperation;
  readonly args: JsonObject;
  readonly request: ApiRequest;
  readonly isSwagger: boolean;
}

function parameterFault(declared: DeclaredValue, sent: Sent): readonly string[] {
  const { operation, args, request } = sent;
  const wire = operation.parameters.find(
    ({ place, name }) => name === declared.name && place === declared.place,
  );
  // It fills a placeholder of the path instead.
  if (wire === undefined) return [];
  // Placeholders side by side: where one value ends, nobody can tell.
  if (declared.place === 'path' && /\}[^/]*\{/.test(operation.path)) return sideBySide(sent);
  const value = args[wire.argument] ?? '';
  const rules = rulesOf(declared, value, sent.isSwagger);
  const pairs = pairsOf(new URL(request.url).search.slice(1));
  const read = readBack(declared, { rules, pairs, request, path: operation.path });
  const isDeep = rules.style === 'deepObject' && !rules.isContent;
  const expected = isDeep ? deepTexts(value) : asTexts(value);
  const isWell = isShared(rules, value, pairs) || isDeepStrictEqual(read, expected);
  const { place, name } = declared;
  return isWell
    ? []
    : [`${place} ${name} (${rules.style}): ${textOf(expected)} is ${JSON.stringify(read)}`];
}

/** What has a key of an exploded object for its name can't be told from it by anybody. */
function isShared(
  { explode, shape, keys, name }: StyleRules,
  value: JsonValue,
  pairs: Pairs,
): boolean {
  const names = explode && shape === 'object' ? keys : [name];
  const most = explode && Array.isArray(value) ? value.length : 1;
  return names.some((each) => pairs.filter(([other]) => decode(other) === each).length > most);
}

/** The path as a whole, then. */
function sideBySide({ operation, args, request }: Sent): readonly string[] {
  const { path, parameters } = operation;
  const values = new Map(
    parameters
      .filter(({ place }) => place === 'path')
      .map(({ name, argument }) => [name, args[argument] ?? '']),
  );
  const [wanted] = path
    .replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
      textOf(values.get(name) ?? '').replaceAll('?', '%3F'),
    )
    .split('?');
  const [told = ''] = request.url.slice(BASE.length).split('?');
  const isSame = decodeURIComponent(told) === wanted?.replaceAll('%3F', '?');
  return isSame ? [] : [`path ${told}`];
}

type Pairs = readonly (readonly [string, string])[];

interface Reading {
  readonly rules: StyleRules;
  readonly pairs: Pairs;
  readonly request: ApiRequest;
  readonly path: string;
}

function readBack({ place, name }: DeclaredValue, reading: Reading): JsonValue | undefined {
  const { rules, pairs, request } = reading;
  const header = (wanted: string): string =>
    Object.entries(request.headers).find(
      ([each]) => each.toLowerCase() === wanted.toLowerCase(),
    )?.[1] ?? '';
  switch (place) {
    case 'query':
      return readPairs(pairs, rules);
    case 'cookie':
      return readPairs(header('cookie').split('; ').map(splitPair), rules);
    case 'header':
      return readHeader(header(name), rules);
    default:
      return segmentOf(reading, name);
  }
}

function segmentOf({ request, path, rules }: Reading, name: string): JsonValue | undefined {
  const template = path.replace(/#[^{}]*$/, '').replaceAll('#', '%23');
  let wanted = 0;
  let count = 0;
  const pattern = template.split(/(\{[^{}]+\})/).map((part) => {
    if (!/^\{.*\}$/.test(part)) return RegExp.escape(part);
    count += 1;
    if (part === `{${name}}` && wanted === 0) wanted = count;
    return '([^/?&]+?)';
  });
  // Declared, and not in the path: there is nowhere to send it.
  if (wanted === 0) return '';
  const slash = template.startsWith('/') ? '' : '/';
  const whole = `^${RegExp.escape(BASE)}${slash}${pattern.join('')}(?:[?&].*)?$`;
  const text = new RegExp(whole).exec(request.url)?.[wanted];
  return text === undefined ? undefined : readSegment(text, rules);
}
