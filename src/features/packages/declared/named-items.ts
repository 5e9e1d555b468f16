// Reads lists of names as they really occur: lists, maps, comma-separated texts, prose with alternatives.

import { isJsonObject } from '#base/json.ts';
import { scalarText } from './field-values.ts';

export interface NamedItem {
  /** One name; several where any of them is enough (`A or B`). */
  readonly names: readonly [string, ...string[]];
  readonly isOptional: boolean;
  /** It was not a plain name: prose, a map where a name belongs. */
  readonly isOdd: boolean;
  /** The item's own map, where it had one. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
}

const PLAIN_NAME = /^@?[\p{L}_][\p{L}\p{N}_.+@/-]*$/u;
const NAME_IN_PROSE = /[A-Za-z_][\w.+-]*/;
const ALTERNATIVE = /\s+or\s+|\s*\|{1,2}\s*|\s+\/\s+|\s*或者?\s*/i;
const NAME_KEYS = ['name', 'key', 'env', 'variable', 'var', 'id'];

/** Items without any name in them are left out; `unreadable` counts them. */
export function readNamedItems(value: unknown): {
  readonly items: readonly NamedItem[];
  readonly unreadable: number;
} {
  const read = rawItems(value).map((raw) => readItem(raw));
  const items = read.filter((item) => item !== undefined);
  return { items, unreadable: read.length - items.length };
}

function rawItems(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => (Array.isArray(item) ? item : [item]));
  if (isJsonObject(value)) {
    if (nameIn(value) !== undefined) return [value];
    return Object.entries(value).map(([name, details]) => ({ [name]: details }));
  }
  const text = scalarText(value) ?? '';
  return splitOutsideBrackets(text).filter((part) => part !== '');
}

function readItem(raw: unknown): NamedItem | undefined {
  if (!isJsonObject(raw)) return readPhrase(scalarText(raw)?.trim() ?? '');
  const named = nameIn(raw);
  if (named !== undefined) return withDetails(readPhrase(named), raw);
  const [first] = Object.entries(raw);
  if (first === undefined) return undefined;
  const [name, value] = first;
  return withDetails(readPhrase(name), isJsonObject(value) ? value : {});
}

function withDetails(
  item: NamedItem | undefined,
  details: Readonly<Record<string, unknown>>,
): NamedItem | undefined {
  return item === undefined ? undefined : { ...item, details };
}

function nameIn(map: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of NAME_KEYS) {
    const value = map[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

function readPhrase(phrase: string): NamedItem | undefined {
  if (PLAIN_NAME.test(phrase)) {
    return { names: [phrase], isOptional: false, isOdd: false, details: undefined };
  }
  const withoutNotes = phrase.replaceAll(/\([^()]*\)|（[^（）]*）/g, ' ');
  const [first, ...others] = withoutNotes
    .split(ALTERNATIVE)
    .map((part) => NAME_IN_PROSE.exec(part)?.[0])
    .filter((name) => name !== undefined);
  if (first === undefined) return undefined;
  const isOptional = /\boptional\b|可选|选填/i.test(phrase);
  return { names: [first, ...others], isOptional, isOdd: true, details: undefined };
}

/** At commas, semicolons and line ends, but not within `X (optional, for Y)`. */
function splitOutsideBrackets(text: string): string[] {
  const separated = text.replaceAll(/\([^()]*\)|（[^（）]*）|[,，;；\n]+/g, (part) =>
    /^[(（]/.test(part) ? part : '\0',
  );
  return separated.split('\0').map((part) => part.trim());
}
