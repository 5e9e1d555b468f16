// JSON as a type, and the few questions everybody asks of it.

export type JsonPrimitive = string | number | boolean | null;
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same text for equal values, whatever the order of their keys. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Levels of lists and objects that the platform takes in; far more than real data has, far less than breaks anything. */
export const DEEPEST_JSON = 400;

/**
 * Whether lists and objects stand in one another more than `limit` levels deep; `[]` is one level. What stands in
 * itself has no end; what stands in many places is looked at once a level.
 */
export function isDeeperThan(value: unknown, limit: number = DEEPEST_JSON): boolean {
  let level = new Set([value].filter(isContainer));
  for (let depth = 1; level.size > 0; depth += 1) {
    if (depth > limit) return true;
    level = new Set([...level].flatMap((each) => Object.values(each).filter(isContainer)));
  }
  return false;
}

function isContainer(value: unknown): value is readonly JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null;
}
