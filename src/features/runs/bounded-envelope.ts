// A result of any size as the record of a run keeps it: whole, or the beginnings of its fields.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { usageTexts } from '#contract/texts/usage-texts.ts';

/** As JSON in UTF-8. */
export const MOST_ENVELOPE_BYTES = 256 * 1024;

/** UTF-16 units of JSON: a field that stays whole, and all of these together. */
const SMALL_FIELD_CHARS = 4 * 1024;
const SMALL_FIELDS_CHARS = 64 * 1024;

/** Large fields of which the beginning is kept, and UTF-16 units of all these beginnings together. */
const MOST_HEADS = 16;
const HEADS_CHARS = 64 * 1024;

interface Field {
  readonly name: string;
  readonly value: JsonValue;
  /** Undefined where it would be longer than a string can be. */
  readonly json: string | undefined;
}

/** Where something is left out, `_cut` says so, and names the fields of which only the beginning is there, as text. */
export function boundedEnvelope(envelope: JsonObject): JsonObject {
  const text = jsonOf(envelope);
  if (text === undefined) return { _cut: { note: usageTexts.envelopeUnreadable() } };
  const bytes = Buffer.byteLength(text);
  if (bytes <= MOST_ENVELOPE_BYTES) return envelope;
  const fields = Object.entries(envelope).map(([name, value]) => fieldOf(name, value));
  const heads = headsOf(fields.filter((field) => !isSmall(field)));
  const cut = {
    bytes,
    fields: heads.map(([name]) => name),
    note: usageTexts.envelopeCut(bytes),
  };
  // Built from entries: a field may be called `__proto__`.
  return Object.fromEntries<JsonValue>([...smallOnes(fields), ...heads, ['_cut', cut]]);
}

type Entry = readonly [name: string, value: JsonValue];

function fieldOf(name: string, value: JsonValue): Field {
  return { name, value, json: jsonOf(value) };
}

function smallOnes(fields: readonly Field[]): readonly Entry[] {
  let left = SMALL_FIELDS_CHARS;
  return fields
    .filter((field) => isSmall(field) && (left -= sizeOf(field)) >= 0)
    .map(({ name, value }) => [name, value]);
}

function headsOf(large: readonly Field[]): readonly Entry[] {
  const kept = large.slice(0, MOST_HEADS);
  const limit = Math.floor(HEADS_CHARS / Math.max(kept.length, 1));
  return kept.map(({ name, value, json = '' }) => [
    cutText(name, SMALL_FIELD_CHARS),
    cutText(typeof value === 'string' ? value : json, limit),
  ]);
}

function isSmall(field: Field): boolean {
  return sizeOf(field) <= SMALL_FIELD_CHARS;
}

function sizeOf({ name, json }: Field): number {
  return name.length + (json?.length ?? Infinity);
}

function jsonOf(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
