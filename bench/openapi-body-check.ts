// The body of a request, read by the document alone and held against what was given.

import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { ApiOperation, ApiRequest } from '#features/apis/index.ts';
import {
  asTexts,
  decode,
  deepTexts,
  objectAt,
  pairsOf,
  readPairs,
  textOf,
} from './openapi-reader.ts';

type ApiBody = NonNullable<ApiOperation['body']>;

export const FILE_BYTES = Buffer.from([0, 1, 250, 13, 10]);

export interface SentBody {
  readonly body: ApiBody | undefined;
  readonly args: JsonObject;
  readonly request: ApiRequest;
  /** The document's. */
  readonly encoding: JsonObject;
}

export function bodyFaults({ body, args, request, encoding }: SentBody): readonly string[] {
  if (body === undefined) return [];
  if (request.body === undefined) return body.properties.length > 0 ? ['no body'] : [];
  const given = givenTo(body, args);
  const bytes = Buffer.from(request.body);
  const text = bytes.toString('utf8');
  switch (body.form) {
    case 'json':
      return isDeepStrictEqual(JSON.parse(text), given) ? [] : ['json body'];
    case 'text':
      return text === textOf(given) ? [] : ['text body'];
    case 'bytes':
      return bytes.equals(FILE_BYTES) ? [] : ['bytes body'];
    default: {
      const type = request.headers['content-type'] ?? '';
      const fields = body.form === 'form' ? formFields(text) : multipartFields(bytes, type);
      const check = { body, encoding, fields, pairs: pairsOf(text) };
      return Object.entries(objectAt(given)).flatMap(([name, value]) =>
        isAsGiven(name, value, check) ? [] : [`${body.form} body ${name}: ${textOf(value)}`],
      );
    }
  }
}

function givenTo(body: ApiBody, args: JsonObject): JsonValue {
  if (body.whole !== undefined) return args[body.whole] ?? null;
  return Object.fromEntries(
    body.properties.map(({ name, argument }) => [name, args[argument] ?? null]),
  );
}

interface FieldCheck {
  readonly body: ApiBody;
  readonly encoding: JsonObject;
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly pairs: readonly (readonly [string, string])[];
}

function isAsGiven(
  name: string,
  value: JsonValue,
  { body, encoding, fields, pairs }: FieldCheck,
): boolean {
  const told = fields.get(name) ?? [];
  const isFile = body.properties.find((each) => each.name === name)?.isFile === true;
  if (isFile) {
    const count = Array.isArray(value) ? value.length : 1;
    return told.length === count && told.every((text) => text === FILE_BYTES.toString('latin1'));
  }
  const own = objectAt(encoding[name]);
  const isStyled = own['style'] !== undefined || own['explode'] !== undefined;
  if (body.form === 'form' && isStyled) return isStyledAsGiven(name, value, { own, pairs });
  return isPlainAsGiven(told, value);
}

function isStyledAsGiven(
  name: string,
  value: JsonValue,
  { own, pairs }: { readonly own: JsonObject; readonly pairs: FieldCheck['pairs'] },
): boolean {
  const style = textOf(own['style'] ?? 'form');
  const shape = Array.isArray(value) ? 'array' : isJsonObject(value) ? 'object' : 'plain';
  const explode = (own['explode'] ?? style === 'form') === true;
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  const read = readPairs(pairs, { style, explode, shape, isContent: false, name, keys });
  const isShared = explode && shape === 'object' && style === 'form';
  return (
    isShared || isDeepStrictEqual(read, style === 'deepObject' ? deepTexts(value) : asTexts(value))
  );
}

/** A list is repeated, or joined as Swagger has it, or one JSON text; an object is JSON. */
function isPlainAsGiven(told: readonly string[], value: JsonValue): boolean {
  const texts = asTexts(value);
  const [first = ''] = told;
  if (!Array.isArray(texts)) return told.length === 1 && first === textOf(value);
  const wanted = texts.map((text: JsonValue) => textOf(text));
  const isJoined = told.length === 1 && [wanted.join(','), JSON.stringify(value)].includes(first);
  return isJoined || isDeepStrictEqual(told, wanted);
}

function formFields(text: string): ReadonlyMap<string, readonly string[]> {
  const grouped = Map.groupBy(pairsOf(text), ([name]) => decode(name));
  return new Map([...grouped].map(([name, pairs]) => [name, pairs.map(([, raw]) => decode(raw))]));
}

function multipartFields(bytes: Buffer, type: string): ReadonlyMap<string, readonly string[]> {
  const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? '';
  const fields = new Map<string, string[]>();
  for (const part of bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const at = part.indexOf('\r\n\r\n');
    const head = Buffer.from(part.slice(0, at), 'latin1').toString('utf8');
    const name = /; name="([^"]*)"/.exec(head)?.[1] ?? '';
    const raw = part.slice(at + 4, -2);
    const text = head.includes('filename=') ? raw : Buffer.from(raw, 'latin1').toString('utf8');
    fields.set(name, [...(fields.get(name) ?? []), text]);
  }
  return fields;
}
