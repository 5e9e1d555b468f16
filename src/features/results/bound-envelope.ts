// The one rule for what any tool gives a model: an envelope of a bounded length, whose cuts are stated (OFF-01).

import { cutText } from '#base/cut-text.ts';
import type { JsonObject, JsonValue } from '#base/json.ts';
import type { Language, Text } from '#base/text.ts';
import { boundTexts } from '#contract/texts/result-texts.ts';
import { boundText } from './bound-text.ts';
import { isJsonLonger, jsonStart } from './json-size.ts';

/** What one result may have, in characters of its JSON: four times OFF-01's preset, since some fields of a receipt come on top. */
export const RESULT_CHARS = 48_000;
/** What a page may have that is bounded by whoever gives it: 120,000 characters (DOC-05), each with an escape before it. */
export const PAGE_RESULT_CHARS = 250_000;
/** However little room there is, a result has as much: enough for a reason, a path and a hint. */
export const LEAST_RESULT_CHARS = 1500;

/** What a model steers by; cut last. */
const STEERING = new Set([
  'ok',
  'success',
  'error',
  'error_type',
  'need_param',
  'non_retriable',
  'redirect',
  'user_message',
  'action_note',
  'warning',
  'completed',
  'offloaded',
  'path',
  'chars',
  'filename',
  'local_path',
  '_hint',
]);
/** A field that is cut keeps as much. */
const LEAST_FIELD_CHARS = 120;
/** Of any field: two quotation marks, a colon, a value and a comma. */
const LEAST_CHARS = 5;
const NAMED_FIELDS = 8;
const NAME_CHARS = 60;
/** What `boundText` may put between the ends, and more. */
const BOUND_TEXT_CHARS = 200;

export interface Bounds {
  /** At least `LEAST_RESULT_CHARS`. */
  readonly limitChars: number;
  readonly language: Language;
  /** Why there is no more room, where it is not the result's own length. */
  readonly because?: Text;
}

/**
 * The envelope itself where it fits. Else its longest fields are cut, `_cut` says which, and the rest stays: what
 * steers the model before all else. Never longer than the limit, and never with half a character.
 */
export function boundEnvelope(envelope: JsonObject, bounds: Bounds): JsonObject {
  const { limitChars, language, because } = bounds;
  if (!isJsonLonger(envelope, limitChars)) return envelope;
  const entered = Object.entries(envelope);
  const candidates = thatMayFit(entered, limitChars);
  const fields = candidates.map(([key, value]) => sized(key, value, limitChars));
  const left = entered.length - fields.length;
  // In two passes: what steers takes its room first, half of all at most.
  const noteRoom = noteOf(['x'.repeat(NAME_CHARS)], entered.length, bounds).length * 2 + 200;
  const steering = fields.filter(({ key }) => STEERING.has(key));
  const rest = fields.filter(({ key }) => !STEERING.has(key));
  const room = Math.max(0, limitChars - noteRoom);
  const kept = shares(steering, rest.length === 0 ? room : Math.floor(room / 2));
  const used = [...kept.values()].reduce((sum, chars) => sum + chars, 0);
  const shared = new Map([...kept, ...shares(rest, room - used)]);
  const cut: string[] = [];
  const entries = fields.flatMap(({ key, value, chars }) => {
    const share = shared.get(key) ?? 0;
    if (chars <= share) return [[key, value] as const];
    cut.push(key);
    const roomForValue = share - keyChars(key);
    return roomForValue < LEAST_FIELD_CHARS / 2
      ? []
      : [[key, shortened(value, roomForValue, language)] as const];
  });
  return {
    ...Object.fromEntries(entries),
    _cut: noteOf(cut, cut.length + left, {
      limitChars,
      language,
      ...(because !== undefined && { because }),
    }),
  };
}

/** However short they are, no more fields have room: who has millions of them is not looked at whole. */
function thatMayFit(
  entered: readonly (readonly [string, JsonValue])[],
  limitChars: number,
): readonly (readonly [string, JsonValue])[] {
  const most = Math.floor(limitChars / LEAST_CHARS);
  if (entered.length <= most) return entered;
  return [...entered.slice(0, most), ...entered.slice(most).filter(([key]) => STEERING.has(key))];
}

interface Field {
  readonly key: string;
  readonly value: JsonValue;
  /** Of key and value with what stands between fields; far above the limit it is only known to be that. */
  readonly chars: number;
}

function sized(key: string, value: JsonValue, limitChars: number): Field {
  const chars = isJsonLonger(value, limitChars) ? limitChars + 1 : JSON.stringify(value).length;
  return { key, value, chars: chars + keyChars(key) };
}

function keyChars(key: string): number {
  return JSON.stringify(key).length + 2;
}

/** How much of `room` each field has: short ones what they need, the others alike; where there are too many, the first ones. */
function shares(fields: readonly Field[], room: number): ReadonlyMap<string, number> {
  const shared = new Map<string, number>();
  let left = room;
  const ascending = fields.toSorted((one, other) => one.chars - other.chars);
  for (const [index, { key, chars }] of ascending.entries()) {
    const share = Math.min(chars, Math.floor(left / (ascending.length - index)));
    const given =
      share < chars && share < LEAST_FIELD_CHARS ? Math.min(LEAST_FIELD_CHARS, left) : share;
    shared.set(key, given);
    left -= given;
  }
  return shared;
}

/** A text keeps both ends; of anything else the beginning of its JSON is told. */
function shortened(value: JsonValue, room: number, language: Language): string {
  for (let limit = room - 2; limit > 0; limit = Math.floor(limit * 0.8)) {
    const text =
      typeof value === 'string' && limit > BOUND_TEXT_CHARS
        ? boundText(value, limit, language)
        : cutText(typeof value === 'string' ? value : jsonStart(value, limit + 1), limit);
    if (JSON.stringify(text).length <= room) return text;
  }
  return '';
}

function noteOf(cut: readonly string[], count: number, { because, language }: Bounds): string {
  const named = cut.slice(0, NAMED_FIELDS).map((key) => cutText(key, NAME_CHARS));
  const note = boundTexts.cut(named, count - named.length)[language];
  return because === undefined ? note : `${because[language]}${note}`;
}
