// The keywords of a schema that every provider takes, in their newest meaning; others only loosen it by being left out.

import type { JsonObject, JsonValue } from '#base/json.ts';
import { childOf, textAt, type Node } from '../document/references.ts';

const NUMBERS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'] as const;
const LONGEST_FORMAT = 40;
const LONGEST_PATTERN = 200;

export function readConstraints(node: Node): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const key of NUMBERS) {
    const { value } = childOf(node, key);
    if (typeof value === 'number') found[key] = value;
  }
  const format = textAt(node, 'format');
  if (format !== undefined && format !== '' && format.length <= LONGEST_FORMAT)
    found['format'] = format;
  const pattern = textAt(node, 'pattern');
  if (pattern !== undefined && isPattern(pattern)) found['pattern'] = pattern;
  addExclusive(node, found, ['minimum', 'exclusiveMinimum']);
  addExclusive(node, found, ['maximum', 'exclusiveMaximum']);
  return found;
}

/** A flag up to 3.0, a number since. */
function addExclusive(
  node: Node,
  found: Record<string, JsonValue>,
  [plain, exclusive]: readonly [string, string],
): void {
  const { value } = childOf(node, exclusive);
  const bound = found[plain];
  if (typeof value === 'number') found[exclusive] = value;
  if (value !== true || bound === undefined) return;
  found[exclusive] = bound;
  delete found[plain];
}

/** Many are of other dialects (`(?i)`, `\A`): providers refuse the whole tool for one. */
function isPattern(pattern: string): boolean {
  if (pattern === '' || pattern.length > LONGEST_PATTERN) return false;
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}
