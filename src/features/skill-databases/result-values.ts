// PostgreSQL's text of a value as JSON: nothing is rounded, and dates are ISO 8601.

import { types } from 'pg';
import type { JsonValue } from '#base/json.ts';

/**
 * Of a value's text, by its type: bool a boolean; int2, int4, oid, float4 and float8 a number, `"NaN"` and
 * `"Infinity"` a string; int8 a number where that is exact, else a string; numeric a string, digit for digit; date
 * `2026-01-02`; timestamp `2026-01-02T03:04:05.678`, timestamptz the same with `+00:00`; bytea base64; json and jsonb
 * their value, with numbers that JavaScript would round as strings; an array a list of these; anything else as
 * PostgreSQL writes it.
 */
export function resultValue(text: string | null, type: number): JsonValue {
  if (text === null) return null;
  const element = ELEMENT_TYPES.get(type);
  if (element !== undefined) return listOf(readArray(text), element);
  return READERS.get(type)?.(text) ?? text;
}

const READERS = new Map<number, (text: string) => JsonValue>([
  [16, (text) => text === 't'],
  [17, base64],
  [20, integer],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, json],
  [700, float],
  [701, float],
  [1114, isoMoment],
  [1184, isoMoment],
  [3802, json],
]);

/** Array types, and what stands in them. */
const ELEMENT_TYPES = new Map([
  [1000, 16],
  [1001, 17],
  [1016, 20],
  [1005, 21],
  [1007, 23],
  [1028, 26],
  [199, 114],
  [1021, 700],
  [1022, 701],
  [1115, 1114],
  [1185, 1184],
  [3807, 3802],
  // As text: text, varchar, bpchar, name, date, time, numeric, uuid, interval, timetz, inet.
  [1009, 25],
  [1015, 25],
  [1014, 25],
  [1003, 25],
  [1182, 25],
  [1183, 25],
  [1231, 25],
  [2951, 25],
  [1187, 25],
  [1270, 25],
  [1041, 25],
]);

/** Of `text[]`, whose reader takes any array apart; the driver names no array types. */
const TEXT_ARRAY: number = 1009;
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment, typescript/no-unsafe-assignment -- the same
const readArray: (text: string) => unknown = types.getTypeParser(TEXT_ARRAY, 'text');

function listOf(items: unknown, element: number): readonly JsonValue[] {
  if (!Array.isArray(items)) return [];
  return items.map((item) => {
    if (Array.isArray(item)) return listOf(item, element);
    return typeof item === 'string' ? resultValue(item, element) : null;
  });
}

function integer(text: string): JsonValue {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}

function float(text: string): JsonValue {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** `\x…`, as every session asks for it; another form stays as it is. */
function base64(text: string): string {
  return text.startsWith(String.raw`\x`)
    ? Buffer.from(text.slice(2), 'hex').toString('base64')
    : text;
}

const MOMENT = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)*)?$/;

/** Fractions with 3 or 6 digits, zones with minutes: what every reader of ISO 8601 takes. */
function isoMoment(text: string): string {
  const match = MOMENT.exec(text);
  if (match === null) return text;
  const [, day = '', time = '', fraction = '', zone = ''] = match;
  const digits = fraction === '' ? '' : `.${fraction.padEnd(fraction.length > 3 ? 6 : 3, '0')}`;
  return `${day}T${time}${digits}${zone.length === 3 ? `${zone}:00` : zone}`;
}

const LONG_NUMBER = /\d{16}/;

function json(text: string): JsonValue {
  try {
    // Reviving is slow, and only a long number needs it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON is what JSON.parse gives
    return JSON.parse(text, LONG_NUMBER.test(text) ? keepLongNumber : undefined) as JsonValue;
  } catch {
    // Nested deeper than the engine goes.
    return text;
  }
}

function keepLongNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  return isExact(value, source) ? value : source;
}

function isExact(value: number, source: string): boolean {
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value);
  const digits = source
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length <= 15 || String(value) === source;
}
