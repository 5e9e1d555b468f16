// Keys that nobody outside may put into a skill's input, because the platform speaks with them (CTX-09).

import type { JsonObject } from '#base/json.ts';
import { FIXED_CONTEXT_KEYS } from './fixed-context.ts';

const RESERVED = new Set([
  'db',
  'session_id',
  'channel',
  'role_id',
  'user_id',
  'team_id',
  'org_id',
  'team_role',
  'emp_no',
  'actor_key',
  'skill_configs',
  'skill_args',
  ...FIXED_CONTEXT_KEYS,
]);

export function isReservedKey(key: string): boolean {
  return RESERVED.has(key) || key.startsWith('actor_') || key.startsWith('_');
}

export interface CleanInput {
  readonly input: JsonObject;
  /** Reserved keys that were taken away, for the warning. */
  readonly dropped: readonly string[];
}

/**
 * The input without reserved keys. A parameter that the skill's own schema declares stays: it reaches the
 * input, and never the context.
 */
export function dropReservedKeys(input: JsonObject, declared: ReadonlySet<string>): CleanInput {
  const isDropped = (key: string) => isReservedKey(key) && !declared.has(key);
  return {
    input: Object.fromEntries(Object.entries(input).filter(([key]) => !isDropped(key))),
    dropped: Object.keys(input).filter(isDropped),
  };
}
