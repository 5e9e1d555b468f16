// The three ways a skill's configuration reaches it: context, input and environment (CFG-01).

import type { JsonObject, JsonValue } from '#base/json.ts';
import { isReservedKey } from './reserved-keys.ts';

/** What the executor adds to every context (CTX-03). */
const ADDED_KEYS = new Set([
  'workspace_dir',
  'provider',
  'call_skill',
  'db_factory',
  'abort_signal',
]);

/** The called skill's own entry and nothing else. */
export type SkillConfiguration = Readonly<Record<string, JsonValue>>;

/**
 * Way 1: `skill_configs[skill][key]`, flattened to `skill_configs[key]`, `skill_args[key]` and the key itself
 * with an upper-case alias. A configuration key never takes the place of one the platform speaks with.
 */
export function configurationContext(skill: string, own: SkillConfiguration): JsonObject {
  const entries = Object.entries(own);
  const named = [...entries.map(([key, value]) => [key.toUpperCase(), value] as const), ...entries];
  return {
    ...Object.fromEntries(named.filter(([key]) => !isReservedKey(key) && !ADDED_KEYS.has(key))),
    skill_configs: { ...own, [skill]: own },
    skill_args: own,
  };
}

/** Way 2: only keys that the handler's code really reads; what was passed explicitly wins. */
export function fillFromConfiguration(
  input: JsonObject,
  own: SkillConfiguration,
  keysRead: readonly string[],
): JsonObject {
  const missing = keysRead.flatMap((key): [string, JsonValue][] => {
    const value = own[key];
    return value === undefined || Object.hasOwn(input, key) ? [] : [[key, value]];
  });
  return missing.length === 0 ? input : { ...input, ...Object.fromEntries(missing) };
}

/** Way 3: original name and upper case. What no variable can hold (NUL, `=` in the name) is left out. */
export function configurationEnvironment(own: SkillConfiguration): Record<string, string> {
  const usable = Object.entries(own)
    .map(([key, value]): [string, string] => [key, asVariable(value)])
    .filter(([key, value]) => /^[^=\0]+$/.test(key) && !value.includes('\0'));
  const upper = usable.map(([key, value]): [string, string] => [key.toUpperCase(), value]);
  return Object.fromEntries([...upper, ...usable]);
}

function asVariable(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
