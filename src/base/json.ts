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
  // Most arguments are flat, and a model writes their keys in one order: then there is nothing to sort.
  if (isFlatAndSorted(value)) return JSON.stringify(value);
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
  let level: Iterable<Container> | undefined = isContainer(value) ? [value] : undefined;
  for (let depth = 1; level !== undefined; depth += 1) {
    if (depth > limit) return true;
    level = containersIn(level);
  }
  return false;
}

/** Undefined where there are none: most values are flat, and this is asked of every call. */
function containersIn(level: Iterable<Container>): ReadonlySet<Container> | undefined {
  let found: Set<Container> | undefined;
  for (const each of level) {
    for (const inner of Object.values(each)) {
      if (isContainer(inner)) found = (found ?? new Set()).add(inner);
    }
  }
  return found;
}

function isFlatAndSorted(value: JsonValue): boolean {
  if (!isJsonObject(value)) return !isContainer(value);
  const keys = Object.keys(value);
  return keys.every(
    (key, at) => !isContainer(value[key]) && (at === 0 || (keys[at - 1] ?? '') < key),
  );
}

type Container = readonly JsonValue[] | JsonObject;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
