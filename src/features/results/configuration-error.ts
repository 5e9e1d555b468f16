// ENV-09: recognises a failure of configuration, and cuts what tells the model to configure things itself.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

/** Compared in lower case. 「401」 also matches inside a longer number: the contract says "contains". */
const MARKERS = [
  '未配置',
  'save_skill_param',
  'api_key',
  'api_token',
  'apikey',
  '密钥',
  '未授权',
  '401',
  'invalid api',
] as const;
/** Blanks between the two are our reading: the guidance is the same with a line break before it. */
const GUIDANCE = /。\s*请先[\s\S]*$/;
/** The texts of a failure that the model or the user reads as its reason. */
const FAILURE_FIELDS = ['error', 'msg', 'user_message'] as const;
/** Deeper than any envelope; bounds the recursion. */
const DEPTH = 200;

export interface ConfigurationMark {
  readonly marker: string;
  readonly field: string;
}

/** Where a failure's text names a matter of configuration; undefined where none does. `reason` is ENV-03's. */
export function configurationMark(
  envelope: JsonObject,
  reason: { readonly field: string; readonly text: string } | undefined,
): ConfigurationMark | undefined {
  const fields = FAILURE_FIELDS.map((field) => ({ field, text: envelope[field] }));
  for (const { field, text } of [...(reason === undefined ? [] : [reason]), ...fields]) {
    const lower = typeof text === 'string' ? text.toLowerCase() : '';
    const marker = MARKERS.find((candidate) => lower.includes(candidate));
    if (marker !== undefined) return { marker, field };
  }
  return undefined;
}

/** A copy without the guidance, in every text at any depth: whatever the model sees must not send it to configure. */
export function withoutGuidance(envelope: JsonObject): JsonObject {
  return cutObject(envelope, 0);
}

function cutObject(value: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, cutValue(inner, depth + 1)]),
  );
}

function cutValue(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.replace(GUIDANCE, '');
  if (typeof value !== 'object' || value === null || depth > DEPTH) return value;
  return isJsonObject(value)
    ? cutObject(value, depth)
    : value.map((inner) => cutValue(inner, depth + 1));
}
