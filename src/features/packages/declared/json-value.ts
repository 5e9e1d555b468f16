// Turns what YAML and TOML readers give into plain JSON: no dates, no cycles, no NaN.

import { DEEPEST_JSON, isJsonObject, type JsonPrimitive, type JsonValue } from '#base/json.ts';

/** Undefined where the value has a part that JSON can't hold, or is nested deeper than `DEEPEST_JSON`. */
export function toJsonValue(value: unknown, depth = 0): JsonValue | undefined {
  if (depth > DEEPEST_JSON) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => toJsonValue(item, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (value instanceof Date) return value.toISOString();
  return isJsonObject(value) ? toJsonObject(value, depth) : toJsonPrimitive(value);
}

function toJsonPrimitive(value: unknown): JsonPrimitive | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function toJsonObject(
  value: Readonly<Record<string, unknown>>,
  depth: number,
): JsonValue | undefined {
  const entries: [string, JsonValue][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const converted = toJsonValue(inner, depth + 1);
    if (converted === undefined) return undefined;
    entries.push([key, converted]);
  }
  return Object.fromEntries(entries);
}
