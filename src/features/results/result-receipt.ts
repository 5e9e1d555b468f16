// OFF-02 … OFF-06, OFF-08: the receipt that takes the place of a large result in the model's context.

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { receiptTexts } from '#contract/texts/result-texts.ts';
import { artifactFields, keptDisplay, summaryFields } from './receipt-fields.ts';

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
  const wholeChars = JSON.stringify(envelope).length;
  const fixed = (keyChars: number, dropped: readonly string[]) => ({
    ...fixedFields(request, wholeChars, keyChars),
    _hint: hint(request, dropped),
  });
  const taken = new Set([...Object.keys(exempt), ...Object.keys(fixed(0, []))]);
  const summary = [...summaryFields(envelope)].filter(([key]) => !taken.has(key));

  const names = summary.map(([key]) => key);
  const keyChars =
    KEY_CHARS.find((chars) => jsonChars(fixed(chars, names)) <= request.limitChars) ??
    LEAST_KEY_CHARS;
  const dropped = largestToDrop(
    summary,
    (gone) => request.limitChars - jsonChars(fixed(keyChars, gone)),
  );
  const goneKeys = new Set(dropped);
  return {
    ...fixed(keyChars, dropped),
    ...exempt,
    ...Object.fromEntries(summary.filter(([key]) => !goneKeys.has(key))),
  };
}

function fixedFields(request: ReceiptRequest, wholeChars: number, keyChars: number): JsonObject {
  const keys = Object.keys(request.envelope).slice(0, SCHEMA_KEYS);
  return {
    ok: true,
    offloaded: true,
    skill: request.skill,
    path: request.path,
    chars: wholeChars,
    schema_keys: keys.map((key) => cutText(key, keyChars)),
  };
}

function hint({ readTool, language, limitChars }: ReceiptRequest, dropped: readonly string[]) {
  const readOn = receiptTexts.readOn(readTool)[language];
  if (dropped.length === 0) return readOn;
  const named: string[] = [];
  let room = Math.min(NAMES_CHARS, Math.floor(limitChars / 8));
  for (const key of dropped) {
    const name = cutText(key, NAMED_CHARS);
    room -= name.length + 2;
    if (room < 0 && named.length > 0) break;
    named.push(name);
  }
  return `${readOn}${receiptTexts.dropped(named, dropped.length - named.length)[language]}`;
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
