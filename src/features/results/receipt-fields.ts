// OFF-03 … OFF-06: what a receipt keeps of each field of a large result.

import { cutText } from '#base/cut-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { receiptTexts } from '#contract/texts/result-texts.ts';
import { isJsonLonger, jsonStart } from './json-size.ts';

/** OFF-06: the fields that name files, and below how many characters of JSON each passes. */
const ARTIFACT_LIMITS: Readonly<Record<string, number>> = {
  filename: 2000,
  local_path: 2000,
  download_url: 2000,
  abs_url: 2000,
  media: 2000,
  images: 12_000,
  videos: 12_000,
  files: 12_000,
  audios: 12_000,
};
const TEXT_CHARS = 500;
const OBJECT_CHARS = 1000;
const SAMPLE_ITEMS = 3;
const SAMPLE_CHARS = 300;
const OUTLINE_KEYS = 20;
const FENCE = /^ {0,3}(```+|~~~+)/gm;

export function artifactFields(envelope: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(ARTIFACT_LIMITS).flatMap(([key, limit]) => {
      const value = envelope[key];
      return value !== undefined && !isJsonLonger(value, limit - 1) ? [[key, value]] : [];
    }),
  );
}

/** OFF-03, DSP-05: `display_md`, where it is a string; beyond the limit cut, with a note that says where the rest is. */
export function keptDisplay(request: {
  readonly envelope: JsonObject;
  readonly path: string | undefined;
  readonly displayKeepChars: number;
  readonly language: Language;
}): JsonObject {
  const whole = request.envelope['display_md'];
  if (typeof whole !== 'string') return {};
  if (whole.length <= request.displayKeepChars) return { display_md: whole };
  const kept = cutText(whole, request.displayKeepChars);
  const note = receiptTexts.displayCut(kept.length, whole.length, request.path);
  return { display_md: `${kept}${closingFence(kept)}${note[request.language]}` };
}

/**
 * Every other field's trace, in the envelope's order: what is small as it is (OFF-04), lists as count and sample
 * (OFF-05); and, ours, long texts as length and start, large objects as an outline of their keys.
 */
export function summaryFields(envelope: JsonObject): ReadonlyMap<string, JsonValue> {
  const fields = new Map<string, JsonValue>();
  const traces: (readonly [string, JsonValue])[] = [];
  for (const [key, value] of Object.entries(envelope)) {
    if (passes(value)) fields.set(key, value);
    else traces.push(...traceOf(key, value));
  }
  // A count that the list itself gives wins over a field of the skill's that has the same name.
  for (const [key, value] of traces) fields.set(key, value);
  return fields;
}

function passes(value: JsonValue): boolean {
  if (typeof value === 'string') return value.length <= TEXT_CHARS;
  if (typeof value !== 'object' || value === null) return true;
  return isJsonObject(value) ? !isJsonLonger(value, OBJECT_CHARS) : value.length === 0;
}

function traceOf(key: string, value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (typeof value === 'string') {
    return [
      [`${key}_chars`, value.length],
      [`${key}_sample`, sample(value)],
    ];
  }
  if (isJsonObject(value)) return [[`${key}_outline`, outline(value)]];
  if (!Array.isArray(value)) return [];
  return [
    [`${key}_count`, value.length],
    [`${key}_sample`, value.slice(0, SAMPLE_ITEMS).map(sample)],
  ];
}

function sample(item: JsonValue): JsonValue {
  if (typeof item === 'string') return cutText(item, SAMPLE_CHARS);
  return isJsonLonger(item, SAMPLE_CHARS)
    ? cutText(jsonStart(item, SAMPLE_CHARS + 1), SAMPLE_CHARS)
    : item;
}

function outline(value: JsonObject): JsonObject {
  const entries = Object.entries(value).slice(0, OUTLINE_KEYS);
  return Object.fromEntries(entries.map(([key, inner]) => [key, shape(inner)]));
}

function shape(value: JsonValue): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `string(${value.length})`;
  if (typeof value !== 'object') return typeof value;
  return isJsonObject(value) ? `object(${Object.keys(value).length})` : `list(${value.length})`;
}

/** A cut inside a fenced block would swallow the note, so the block is closed first. */
function closingFence(markdown: string): string {
  let open: string | undefined;
  for (const [, mark = ''] of markdown.matchAll(FENCE)) {
    if (open === undefined) open = mark;
    else if (mark.startsWith(open)) open = undefined;
  }
  return open === undefined ? '' : `\n${open}`;
}
