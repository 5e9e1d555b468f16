// Values in the styles of OpenAPI: form, simple, label, matrix, deepObject, and lists by blank, bar or tab.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Style, Writing } from '../api-operation.ts';
import { encodeReserved, encodeText, plainText } from './encode-text.ts';

/** Thrown when a part holds what parts are told apart by, and can't be written otherwise. */
export class UnwritableValue extends Error {
  override readonly name = 'UnwritableValue';
  readonly delimiter: string;

  constructor(delimiter: string) {
    super(`"${delimiter}" stands within a part`);
    this.delimiter = delimiter;
  }
}

const DELIMITERS: Readonly<Partial<Record<Style, string>>> = {
  spaceDelimited: '%20',
  tabDelimited: '%09',
  pipeDelimited: '|',
};

/** `name=value` of a query or a form, each encoded. */
export function writePairs(name: string, value: JsonValue, writing: Writing): readonly string[] {
  const encode = writing.allowReserved === true ? encodeReserved : encodeText;
  if (writing.mediaType !== undefined) return [pair(name, encode(asMedia(value)))];
  if (writing.style === 'deepObject') return writeDeep(name, value);
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    const parts = value.map((each: JsonValue) => plainText(each));
    if (writing.explode) return parts.map((part) => pair(name, encode(part)));
    return [pair(name, joined(parts, writing.style))];
  }
  if (!isJsonObject(value)) return [pair(name, encode(plainText(value)))];
  const entries = Object.entries(value);
  if (writing.explode) return entries.map(([key, each]) => pair(key, encode(plainText(each))));
  const flat = entries.flatMap(([key, each]) => [key, plainText(each)]);
  return flat.length === 0 ? [] : [pair(name, joined(flat, writing.style))];
}

/** What fills a placeholder of a path. */
export function writeSegment(
  name: string,
  value: JsonValue,
  { style, explode, mediaType }: Writing,
): string {
  if (mediaType !== undefined) return encodeText(asMedia(value));
  const parts = partsOf(value, explode);
  const encoded = parts.map((part) => encodedPart(part, style));
  const own = encodeText(name);
  switch (style) {
    case 'label':
      return `.${encoded.join(explode ? '.' : ',')}`;
    case 'matrix':
      if (!explode || !isContainer(value)) return `;${own}=${encoded.join(',')}`;
      return Array.isArray(value)
        ? encoded.map((part) => `;${own}=${part}`).join('')
        : encoded.map((part) => `;${part}`).join('');
    case 'pipeDelimited':
    case 'spaceDelimited':
    case 'tabDelimited':
      return joined(
        parts.map((part) => part.value),
        style,
      );
    default:
      return encoded.join(',');
  }
}

/** A header's text: commas between the parts, nothing encoded. Throws `UnwritableValue`. */
export function writeHeader(value: JsonValue, { explode, mediaType }: Writing): string {
  // What stands within a part has commas of its own.
  if (mediaType !== undefined || isNested(value)) return asMedia(value);
  const parts = partsOf(value, explode);
  const texts = parts.map(({ key, value: text }) => (key === undefined ? text : `${key}=${text}`));
  if (isContainer(value) && texts.some((text) => text.includes(',')))
    throw new UnwritableValue(',');
  return texts.join(',');
}

function pair(key: string, encoded: string): string {
  return `${encodeText(key)}=${encoded}`;
}

function isNested(value: JsonValue): boolean {
  return isContainer(value) && Object.values(value).some((each: JsonValue) => isContainer(each));
}

interface Part {
  /** Of an exploded object's property. */
  readonly key?: string;
  readonly value: string;
}

function partsOf(value: JsonValue, explode: boolean): readonly Part[] {
  if (Array.isArray(value)) return value.map((each: JsonValue) => ({ value: plainText(each) }));
  if (!isJsonObject(value)) return [{ value: plainText(value) }];
  const entries = Object.entries(value);
  return explode
    ? entries.map(([key, each]) => ({ key, value: plainText(each) }))
    : entries.flatMap(([key, each]) => [{ value: key }, { value: plainText(each) }]);
}

/** A full stop is what tells the parts of a label apart. */
function encodedPart({ key, value }: Part, style: Style): string {
  const encode = (text: string): string =>
    style === 'label' ? encodeText(text).replaceAll('.', '%2E') : encodeText(text);
  return key === undefined ? encode(value) : `${encode(key)}=${encode(value)}`;
}

/** Commas and bars within a part are encoded; a blank or a tab can't be told from those between parts. */
function joined(parts: readonly string[], style: Style): string {
  const delimiter = DELIMITERS[style] ?? ',';
  const encoded = parts.map(encodeText);
  const isUnclear = delimiter.startsWith('%') && encoded.some((part) => part.includes(delimiter));
  if (isUnclear) throw new UnwritableValue(decodeURIComponent(delimiter));
  return encoded.join(delimiter);
}

/** `name[key]=value`, as deep as it goes; the places of lists by their numbers. */
function writeDeep(name: string, value: JsonValue): readonly string[] {
  if (!isContainer(value)) return [`${encodeText(name)}=${encodeText(plainText(value))}`];
  const inner = Array.isArray(value)
    ? value.map((each: JsonValue, at) => [String(at), each] as const)
    : Object.entries(value);
  return inner.flatMap(([key, each]) => writeDeep(`${name}[${key}]`, each));
}

function asMedia(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isContainer(value: JsonValue): value is readonly JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null;
}
