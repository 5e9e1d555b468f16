// A statement's parameters as JSON: what JSON lacks is given as the text that PostgreSQL reads.

/** Dates and the like (`toJSON`) are left to the message, which asks them for their text. */
export function databaseParameters(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) return String.raw`\x` + Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(databaseParameters);
  if (isPlainObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, databaseParameters(inner)]),
    );
  }
  return value ?? null;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
