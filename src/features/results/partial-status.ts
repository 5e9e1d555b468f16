// ENV-07: what makes a success partial.

import type { JsonObject, JsonValue } from '#base/json.ts';

/** The evidence that only a part was done, for the trace; undefined where all was. */
export function partialEvidence(envelope: JsonObject): string | undefined {
  if (envelope['completed'] === false) return 'completed false';
  return isEmpty(envelope['warning']) ? undefined : 'warning';
}

/** Blank text, an empty list or object, null, false and 0 warn of nothing. */
function isEmpty(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false || value === 0;
}
