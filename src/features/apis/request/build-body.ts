// The body of a request, from the arguments that belong to it.

import { AppError } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import type { ApiBody, BodyProperty } from '../api-operation.ts';
import { plainText } from './encode-text.ts';
import { writeMultipart, type MultipartPart } from './multipart.ts';
import { writePairs } from './write-value.ts';

/** A file that an argument names. */
export interface GivenFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** By the text that names them. */
export type GivenFiles = ReadonlyMap<string, GivenFile>;

export interface BuiltBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** What of a call's arguments goes into its body. */
export interface BodyArguments {
  readonly args: JsonObject;
  /** Those that nobody declared: an open body takes them. */
  readonly others: JsonObject;
  readonly files: GivenFiles;
}

/** Undefined where there is nothing to send. Throws `input-invalid` for a file that isn't among those given. */
export function buildBody(body: ApiBody, given: BodyArguments): BuiltBody | undefined {
  const { args, files } = given;
  const { whole } = body;
  const value = whole === undefined ? propertiesOf(body, given) : ownValue(args, whole);
  const isNothing =
    whole === undefined ? Object.keys(value ?? {}).length === 0 : value === undefined;
  return isNothing && !body.isRequired ? undefined : written(body, value, files);
}

function ownValue(args: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

/** By their names on the wire; `__proto__` is a name like any other. */
function propertiesOf(body: ApiBody, { args, others }: BodyArguments): JsonObject {
  const declared = body.properties.flatMap(({ argument, name }): [string, JsonValue][] => {
    const value = ownValue(args, argument);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([...(body.isOpen ? Object.entries(others) : []), ...declared]);
}

function written(body: ApiBody, value: JsonValue | undefined, files: GivenFiles): BuiltBody {
  const { form, mediaType, whole = 'body' } = body;
  const isText = form === 'bytes' || form === 'text';
  const given = value ?? (isText ? '' : {});
  switch (form) {
    case 'json':
      return json(mediaType, given);
    case 'form':
      return { mediaType, bytes: Buffer.from(formText(body, given)) };
    case 'multipart':
      return writeMultipart(mediaType, partsOf(body, given, files));
    case 'bytes':
      return bytesOf(body, fileOf(given, whole, files));
    default:
      return { mediaType: withCharset(mediaType), bytes: Buffer.from(plainText(given)) };
  }
}

function json(mediaType: string, value: JsonValue): BuiltBody {
  const type = mediaType.includes('*') || mediaType === '' ? 'application/json' : mediaType;
  return { mediaType: type, bytes: Buffer.from(JSON.stringify(value)) };
}

function formText(body: ApiBody, value: JsonValue): string {
  return fieldsOf(body, value)
    .flatMap(({ name, value: given, property }) =>
      writePairs(name, given, writingOf(given, property)),
    )
    .join('&');
}

/** Unless its author says how, a list is repeated and an object is JSON. */
function writingOf(value: JsonValue, property: BodyProperty | undefined) {
  const { style, explode, mediaType } = property ?? {};
  if (style !== undefined) return { style, explode: explode ?? style === 'form' };
  const isOwnText = mediaType !== undefined && !mediaType.startsWith('text/');
  const isText = isOwnText || isJsonObject(value);
  return {
    style: 'form',
    explode: true,
    ...(isText && { mediaType: 'application/json' }),
  } as const;
}

interface Field {
  readonly name: string;
  readonly value: JsonValue;
  readonly property: BodyProperty | undefined;
}

function fieldsOf({ properties }: ApiBody, value: JsonValue): readonly Field[] {
  if (!isJsonObject(value)) return [];
  const byName = new Map(properties.map((each) => [each.name, each]));
  return Object.entries(value).map(([name, given]) => ({
    name,
    value: given,
    property: byName.get(name),
  }));
}

function partsOf(body: ApiBody, value: JsonValue, files: GivenFiles): readonly MultipartPart[] {
  return fieldsOf(body, value).flatMap(({ name, value: given, property }) => {
    const each: readonly JsonValue[] = Array.isArray(given) ? given : [given];
    if (body.whole !== undefined) {
      return each.map((one) => wholePart(name, one, files));
    }
    if (property?.isFile === true)
      return each.map((one) => filePart(name, fileOf(one, property.argument, files), property));
    const isJson = property?.mediaType?.includes('json') === true;
    return (isJson ? [given] : each).map((one) => valuePart(name, one, property?.mediaType));
  });
}

/** Where nobody declared the fields, a value says itself that it names a file. */
function wholePart(name: string, value: JsonValue, files: GivenFiles): MultipartPart {
  const file = fileNamed(value);
  if (file === undefined) return valuePart(name, value, undefined);
  return filePart(name, fileOf(file, name, files), { argument: name, name });
}

function fileNamed(value: JsonValue): string | undefined {
  return typeof value === 'string' && value.startsWith('@') ? value.slice(1) : undefined;
}

function filePart(name: string, file: GivenFile, { mediaType }: BodyProperty): MultipartPart {
  const isPlain = mediaType !== undefined && !/[*,]/.test(mediaType);
  return {
    name,
    content: file.bytes,
    fileName: file.name,
    mediaType: isPlain ? mediaType : file.mediaType,
  };
}

function valuePart(name: string, value: JsonValue, declared: string | undefined): MultipartPart {
  const isObject = typeof value === 'object' && value !== null;
  const isJson = isObject || declared?.includes('json') === true;
  const mediaType = declared ?? (isObject ? 'application/json' : undefined);
  const text = isJson ? JSON.stringify(value) : plainText(value);
  return { name, content: Buffer.from(text), ...(mediaType !== undefined && { mediaType }) };
}

function bytesOf(body: ApiBody, file: GivenFile): BuiltBody {
  const mediaType = body.mediaType.includes('*') ? file.mediaType : body.mediaType;
  return { mediaType, bytes: file.bytes };
}

function fileOf(value: JsonValue, argument: string, files: GivenFiles): GivenFile {
  const file = typeof value === 'string' ? files.get(value) : undefined;
  if (file !== undefined) return file;
  const text = apiTexts.fileArgument(argument, plainText(value));
  throw new AppError('input-invalid', text, { details: { argument } });
}

function withCharset(mediaType: string): string {
  return mediaType.includes('charset')
    ? mediaType
    : `${mediaType.replace('*/*', 'text/plain')}; charset=utf-8`;
}

export interface NamedFile {
  readonly argument: string;
  /** As it was named. */
  readonly file: string;
}

/** The arguments that name files, with what they name. */
export function namedFiles(body: ApiBody | undefined, args: JsonObject): readonly NamedFile[] {
  if (body === undefined) return [];
  const { form, whole, properties } = body;
  if (whole !== undefined && form === 'multipart') {
    const fields = ownValue(args, whole);
    return Object.values(isJsonObject(fields) ? fields : {})
      .flatMap((value): readonly JsonValue[] => (Array.isArray(value) ? value : [value]))
      .flatMap((value) => fileNamed(value) ?? [])
      .map((file) => ({ argument: whole, file }));
  }
  const ofFiles = properties.filter(({ isFile }) => isFile === true).map((each) => each.argument);
  return (form === 'bytes' ? [whole ?? 'body'] : ofFiles).flatMap((argument) => {
    const value = ownValue(args, argument);
    const all: readonly JsonValue[] =
      value === undefined ? [] : Array.isArray(value) ? value : [value];
    return all.flatMap((file) => (typeof file === 'string' ? [{ argument, file }] : []));
  });
}
