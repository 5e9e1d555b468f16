// ENV-02, ENV-03: whether an envelope reports a failure, and the reason it gives for it.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

const ORDER_OF_SUCCESS = ['stderr', 'error', 'msg', 'user_message'] as const;
const ORDER_OF_OK = ['error', 'msg'] as const;
/** Where an object given as a reason keeps its sentence. */
const SENTENCE_KEYS = ['message', 'msg', 'error', 'detail', 'reason', 'description', 'title'];
const OBJECT_CHARS = 500;
const DEPTH = 4;

export interface ReportedFailure {
  /** Which of `success` and `ok` is explicitly false. */
  readonly flags: readonly ('success' | 'ok')[];
  /** The fields that may hold the reason, in the order they are asked. */
  readonly order: readonly string[];
}

/** ENV-02: undefined unless `ok` or `success` is the boolean false; absent, null, 0 or `"false"` are no failure. */
export function reportedFailure(envelope: JsonObject): ReportedFailure | undefined {
  const flags = (['success', 'ok'] as const).filter((flag) => envelope[flag] === false);
  if (flags.length === 0) return undefined;
  return { flags, order: flags.includes('success') ? ORDER_OF_SUCCESS : ORDER_OF_OK };
}

/**
 * ENV-03: the first non-blank string in the order; where no field has one, the first field that says
 * anything at all (an object, a list, a number), told as text. Undefined where all are blank.
 */
export function statedReason(
  envelope: JsonObject,
  order: readonly string[],
): { readonly field: string; readonly text: string } | undefined {
  const texts = order.map((field) => ({ field, value: envelope[field] }));
  const string = texts.find(({ value }) => typeof value === 'string' && value.trim() !== '');
  const found = string ?? texts.find(({ value }) => reasonText(value) !== undefined);
  const text = found && reasonText(found.value);
  return found === undefined || text === undefined ? undefined : { field: found.field, text };
}

/** What a value says as a reason, trimmed; undefined where it says nothing (null, booleans, blanks, empty lists). */
export function reasonText(value: JsonValue | undefined, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || depth > DEPTH) return undefined;
  return isJsonObject(value) ? objectText(value, depth) : listText(value, depth);
}

function objectText(value: JsonObject, depth: number): string | undefined {
  for (const key of SENTENCE_KEYS) {
    const text = reasonText(value[key], depth + 1);
    if (text !== undefined) return text;
  }
  if (Object.keys(value).length === 0) return undefined;
  const json = JSON.stringify(value);
  return json.length > OBJECT_CHARS ? `${json.slice(0, OBJECT_CHARS)}…` : json;
}

function listText(values: readonly JsonValue[], depth: number): string | undefined {
  const texts = values.slice(0, 20).map((value) => reasonText(value, depth + 1));
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? undefined : said.join('; ');
}
