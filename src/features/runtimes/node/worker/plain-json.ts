// Makes what a skill returns plain JSON, or says which place of it JSON can't hold.

/** Deeper values exhaust the stack of some reader sooner or later. */
const MOST_LEVELS = 400;

/** As in the protocol's `unserialisable`. */
export type NotJsonReason = 'type' | 'number' | 'cycle' | 'depth' | 'size';

/** Where and why a value is not JSON; `path` such as `$.rows[3]`. */
export class NotJson extends Error {
  readonly reason: NotJsonReason;
  readonly found: string;
  path = '$';
  #steps = '';

  constructor(reason: NotJsonReason, found: string) {
    super(`${reason}: ${found}`);
    this.reason = reason;
    this.found = found;
  }

  /** Called on the way out, so that paths cost nothing where all is well. */
  within(key: string | number): this {
    const name = typeof key === 'number' ? `[${key}]` : nameStep(key);
    this.#steps = name + this.#steps;
    this.path = `$${this.#steps}`;
    return this;
  }
}

/**
 * The JSON text of `value`. What `JSON.stringify` would lose in silence is refused with a `NotJson`: functions,
 * symbols, BigInts, NaN and infinities, bytes, promises, maps, sets and the like. `toJSON` is respected (a `Date`
 * is its ISO text); `undefined` is null, and left out as a property; an `Error` is its name and message; half
 * surrogate pairs become U+FFFD.
 */
export function toJson(value: unknown): string {
  const plain = plainValue(value, { key: '', above: [] });
  try {
    return JSON.stringify(plain) ?? 'null';
  } catch (error) {
    // V8 has no longer text than 512 MB.
    if (error instanceof RangeError) throw new NotJson('size', 'more than 512 MB');
    throw error;
  }
}

/** The same as a value, for what goes into a message. */
export function toPlain(value: unknown): unknown {
  return plainValue(value, { key: '', above: [] }) ?? null;
}

interface Place {
  readonly key: string;
  /** The objects that hold this one. */
  readonly above: object[];
}

function plainValue(value: unknown, place: Place): unknown {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? value : value.toWellFormed();
    case 'number':
      if (!Number.isFinite(value)) throw new NotJson('number', String(value));
      return value;
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      return value === null ? null : plainObject(value, place);
    default:
      throw new NotJson('type', typeof value);
  }
}

function plainObject(value: object, { key, above }: Place): unknown {
  if (above.includes(value)) throw new NotJson('cycle', nameOf(value));
  if (above.length >= MOST_LEVELS) throw new NotJson('depth', `${MOST_LEVELS}+`);
  above.push(value);
  try {
    if (Array.isArray(value)) return plainList(value, above);
    if (isRefused(value)) throw new NotJson('type', nameOf(value));
    if ('toJSON' in value && typeof value.toJSON === 'function') {
      return plainValue(value.toJSON(key), { key, above });
    }
    if (value instanceof Error)
      return plainValue(`${nameOf(value)}: ${value.message}`, { key, above });
    if (isBoxed(value)) return plainValue(value.valueOf(), { key, above });
    return plainFields(value, above);
  } finally {
    above.pop();
  }
}

function plainList(list: readonly unknown[], above: object[]): unknown[] {
  const plain: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    try {
      plain.push(plainValue(list[index], { key: String(index), above }) ?? null);
    } catch (error) {
      throw located(error, index);
    }
  }
  return plain;
}

function plainFields(value: object, above: object[]): object {
  const fields: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    try {
      const plain = plainValue(Reflect.get(value, key), { key, above });
      if (plain !== undefined) fields.push([key.toWellFormed(), plain]);
    } catch (error) {
      throw located(error, key);
    }
  }
  // Not by assignment: a field may be called `__proto__`.
  return Object.fromEntries(fields);
}

function located(error: unknown, key: string | number): unknown {
  return error instanceof NotJson ? error.within(key) : error;
}

function isBoxed(value: object): boolean {
  return /^\[object (String|Number|Boolean)\]$/.test(Object.prototype.toString.call(value));
}

/** Bytes, and the built-in kinds that would become `{}`: all but these name themselves by a tag. */
function isRefused(value: object): boolean {
  if (ArrayBuffer.isView(value) || value instanceof RegExp) return true;
  const hasTag = Symbol.toStringTag in value && value[Symbol.toStringTag] !== undefined;
  return hasTag && !('toJSON' in value);
}

function nameOf(value: object): string {
  const { constructor } = value;
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'object';
}

function nameStep(key: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
