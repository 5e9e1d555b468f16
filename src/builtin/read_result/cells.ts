// What stands in a row under a column, and how values compare.

import { canonicalJson, isJsonObject, type JsonValue } from '#base/json.ts';

/** The item itself, where items are no objects. */
export const ITEM_ITSELF = '$';

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** Longer ones are no numbers that anybody counts with. */
const MOST_NUMBER_CHARS = 100;

/** By its name, or by names with dots between them; undefined where the row has no such. */
export function cellOf(row: JsonValue, column: string): JsonValue | undefined {
  if (column === ITEM_ITSELF) return row;
  if (!isJsonObject(row)) return undefined;
  if (Object.hasOwn(row, column)) return row[column];
  const dot = column.indexOf('.');
  if (dot === -1) return undefined;
  const inner = cellOf(row, column.slice(0, dot));
  return inner === undefined ? undefined : cellOf(inner, column.slice(dot + 1));
}

/** Also of a text that is one. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const isNumber =
    typeof value === 'string' && value.length <= MOST_NUMBER_CHARS && NUMBER.test(value);
  return isNumber ? Number(value) : undefined;
}

/** Below, at or above 0; undefined where they don't compare. Numbers with numbers, texts with texts, by their characters. */
export function compareValues(one: JsonValue, other: JsonValue): number | undefined {
  if (typeof one === 'string' && typeof other === 'string') {
    if (one === other) return 0;
    return one < other ? -1 : 1;
  }
  const [a, b] = [numberOf(one), numberOf(other)];
  return a === undefined || b === undefined ? undefined : a - b;
}

export function areEqual(one: JsonValue, other: JsonValue): boolean {
  if (one === other) return true;
  if (typeof one === 'object' || typeof other === 'object')
    return (
      typeof one === typeof other &&
      one !== null &&
      other !== null &&
      canonicalJson(one) === canonicalJson(other)
    );
  // A model writes 5 as "5"; the texts "5" and "5.0" are two.
  const isMixed = typeof one !== typeof other;
  return isMixed && numberOf(one) !== undefined && numberOf(one) === numberOf(other);
}

/** The names a row has, those of small objects in it too. */
export function columnsOf(row: JsonValue): readonly string[] {
  if (!isJsonObject(row)) return [];
  return Object.entries(row).flatMap(([name, value]) =>
    isJsonObject(value) && Object.keys(value).length > 0
      ? Object.keys(value).map((inner) => `${name}.${inner}`)
      : [name],
  );
}
