// OFF-02 … OFF-06, OFF-08: the receipt that takes the place of a large result in the model's context.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { receiptTexts } from '#contract/texts/result-texts.ts';
import { artifactFields, keptDisplay, summaryFields } from './receipt-fields.ts';

const FIXED = new Set(['ok', 'offloaded', 'skill', 'path', 'chars', 'schema_keys', '_hint']);
const SCHEMA_KEYS = 20;
/** How much of a key's name is kept: the next where the fixed keys alone would be over the limit. */
const KEY_CHARS = [200, 60, 20];
const LEAST_KEY_CHARS = 8;
const NAMED_CHARS = 40;
const NAMES_CHARS = 800;

export interface ReceiptRequest {
  /** The whole envelope of a success. */
  readonly envelope: JsonObject;
  readonly skill: string;
  /** Where the whole of it was written, as the model shall name it. */
  readonly path: string;
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
  return {
    ...fixed,
    _hint: hint(request, dropped),
    ...exempt,
    ...Object.fromEntries(summary.filter(([key]) => !goneKeys.has(key))),
  };
}

/** With as much of the keys' names as leaves room for a hint that names `summary`. */
function fixedFields(request: ReceiptRequest, summary: readonly string[]): JsonObject {
  const { envelope, skill, path } = request;
  const chars = jsonChars(envelope);
  const keys = Object.keys(envelope).slice(0, SCHEMA_KEYS);
  const withKeys = (keyChars: number) => ({
    ok: true,
    offloaded: true,
    skill,
    path,
    chars,
    schema_keys: keys.map((key) => cutName(key, keyChars)),
  });
  const longest = hint(request, summary);
  const keyChars = KEY_CHARS.find(
    (candidate) => jsonChars({ ...withKeys(candidate), _hint: longest }) <= request.limitChars,
  );
  return withKeys(keyChars ?? LEAST_KEY_CHARS);
}

function hint({ readTool, language, limitChars }: ReceiptRequest, dropped: readonly string[]) {
  const readOn = receiptTexts.readOn(readTool)[language];
  if (dropped.length === 0) return readOn;
  const named: string[] = [];
  let room = Math.min(NAMES_CHARS, Math.floor(limitChars / 8));
  for (const key of dropped) {
    const name = cutName(key, NAMED_CHARS);
    room -= jsonChars(name);
    if (room < 0 && named.length > 0) break;
    named.push(name);
  }
  return `${readOn}${receiptTexts.dropped(named, dropped.length - named.length)[language]}`;
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
