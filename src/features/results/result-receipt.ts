// OFF-02 … OFF-06, OFF-08: the receipt that takes the place of a large result in the model's context.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { receiptTexts } from '#contract/texts/result-texts.ts';
import { exampleKey } from './example-key.ts';
import { jsonStart } from './json-size.ts';
import { artifactFields, keptDisplay, summaryFields } from './receipt-fields.ts';

const FIXED = new Set([
  'ok',
  'offloaded',
  'skill',
  'path',
  'chars',
  'schema_keys',
  '_hint',
  'result_start',
]);
const SCHEMA_KEYS = 20;
/** How much of a key's name is kept: the next where the fixed keys alone would be over the limit. */
const KEY_CHARS = [200, 60, 20];
const LEAST_KEY_CHARS = 8;
const NAMED_CHARS = 40;
const NAMES_CHARS = 800;
/** Below this there is no room for an example of how to read on. */
const EXAMPLE_CHARS = 2000;
/** The share of what room is left that the beginning of a result takes which is nowhere else. */
const START_SHARE = 0.8;

export interface ReceiptRequest {
  /** The whole envelope of a success. */
  readonly envelope: JsonObject;
  readonly skill: string;
  /** Of its JSON, where somebody has counted them. */
  readonly chars?: number;
  /** Where the whole of it was written, as the model shall name it; undefined where it could not be. */
  readonly path: string | undefined;
  /** Why it could not. */
  readonly problem?: string;
  /** `TOOL_RESULT_OFFLOAD_CHARS`: what the receipt itself may have, in UTF-16 units of its JSON. */
  readonly limitChars: number;
  /** `TOOL_DISPLAY_KEEP_CHARS`. */
  readonly displayKeepChars: number;
  readonly language: Language;
  /** The tool that reads offloaded results (OFF-07), for the hint. */
  readonly readTool?: string;
}

/** `display_md` and the fields of OFF-06 come on top of `limitChars`, as the contract says. */
export function makeReceipt(request: ReceiptRequest): JsonObject {
  const { envelope } = request;
  const exempt = { ...artifactFields(envelope), ...keptDisplay(request) };
  const summary = [...summaryFields(envelope)].filter(
    ([key]) => !Object.hasOwn(exempt, key) && !FIXED.has(key),
  );
  const fixed = fixedFields(
    request,
    summary.map(([key]) => key),
  );
  // An empty hint's two quotation marks are counted with it.
  const room = request.limitChars - jsonChars({ ...fixed, _hint: '' }) + 2;
  const dropped = largestToDrop(summary, (gone) => room - jsonChars(hint(request, gone)));
  const goneKeys = new Set(dropped);
  const receipt = {
    ...fixed,
    _hint: hint(request, dropped),
    ...Object.fromEntries(summary.filter(([key]) => !goneKeys.has(key))),
  };
  return { ...receipt, ...exempt, ...startWhereUnstored(request, jsonChars(receipt)) };
}

/** What is stored nowhere is told as far as there is room. */
function startWhereUnstored({ path, envelope, limitChars }: ReceiptRequest, used: number) {
  const room = Math.floor((limitChars - used) * START_SHARE);
  if (path !== undefined || room < NAMED_CHARS) return {};
  let start = cutText(jsonStart(envelope, room + 1), room);
  while (jsonChars(start) > room) start = cutText(start, Math.floor(start.length * 0.8));
  return { result_start: start };
}

/** With as much of the keys' names as leaves room for a hint that names `summary`. */
function fixedFields(request: ReceiptRequest, summary: readonly string[]): JsonObject {
  const { envelope, skill, path } = request;
  const chars = request.chars ?? jsonChars(envelope);
  const keys = Object.keys(envelope).slice(0, SCHEMA_KEYS);
  const withKeys = (keyChars: number) => ({
    ok: true,
    offloaded: path !== undefined,
    skill,
    ...(path !== undefined && { path }),
    chars,
    schema_keys: keys.map((key) => cutName(key, keyChars)),
  });
  const longest = hint(request, summary);
  const keyChars = KEY_CHARS.find(
    (candidate) => jsonChars({ ...withKeys(candidate), _hint: longest }) <= request.limitChars,
  );
  return withKeys(keyChars ?? LEAST_KEY_CHARS);
}

function hint(request: ReceiptRequest, dropped: readonly string[]) {
  const { language, limitChars } = request;
  const readOn = howToReadOn(request)[language];
  if (dropped.length === 0) return readOn;
  const named: string[] = [];
  let room = Math.min(NAMES_CHARS, Math.floor(limitChars / 8));
  for (const key of dropped) {
    const name = cutName(key, NAMED_CHARS);
    room -= jsonChars(name);
    if (room < 0 && named.length > 0) break;
    named.push(name);
  }
  const more = dropped.length - named.length;
  return `${readOn}${receiptTexts.dropped(named, more, request.path !== undefined)[language]}`;
}

function howToReadOn({ envelope, path, problem, readTool, limitChars }: ReceiptRequest): Text {
  if (path === undefined) return receiptTexts.unstored(cutText(problem ?? '', NAMES_CHARS / 4));
  const hasExample = readTool !== undefined && limitChars >= EXAMPLE_CHARS;
  return receiptTexts.readOn(readTool, hasExample ? exampleKey(envelope) : undefined);
}

/** At most `limit` characters of JSON, where one character may take six. */
function cutName(name: string, limit: number): string {
  const cut = cutText(name, limit);
  return jsonChars(cut) - 2 <= limit ? cut : cutText(name, Math.floor(limit / 6));
}

/** OFF-08: the keys to drop, largest first, until the rest fits into the room that naming them leaves. */
function largestToDrop(
  summary: readonly (readonly [string, JsonValue])[],
  roomWithout: (dropped: readonly string[]) => number,
): readonly string[] {
  const sized = summary
    .map(([key, value]) => ({ key, chars: jsonChars(key) + jsonChars(value) + 2 }))
    .toSorted((a, b) => b.chars - a.chars);
  let left = sized.reduce((sum, { chars }) => sum + chars, 0);
  const dropped: string[] = [];
  for (const { key, chars } of sized) {
    if (left <= roomWithout(dropped)) break;
    dropped.push(key);
    left -= chars;
  }
  return dropped;
}

function jsonChars(value: JsonValue): number {
  return JSON.stringify(value).length;
}
