// The 18 keys that every skill finds in its context, whatever is known (CTX-02).

import type { JsonValue } from '#base/json.ts';

const UNKNOWN = {
  raw_input: '',
  attachments: [],
  actor_name: '',
  actor_type: '',
  actor_phone: '',
  actor_title: '',
  actor_department: '',
  actor_department_id: '',
  actor_department_path: '',
  actor_position: '',
  actor_tags: [],
  actor_key: '',
  actor_emp_no: '',
  channel: '',
  triggered_at: '',
  triggered_at_str: '',
  actor_id: '',
  actor_is_admin: false,
} as const satisfies Record<string, JsonValue>;

type FixedContextKey = keyof typeof UNKNOWN;
export type FixedContext = Readonly<Record<FixedContextKey, JsonValue>>;

/** The words that the builder accepts; also reserved (CTX-09). */
export const FIXED_CONTEXT_KEYS: readonly string[] = Object.keys(UNKNOWN);

/**
 * Every key, with what is known and an empty value for the rest. Takes any object, but only the 18 words
 * from it: what else it holds is left out.
 */
export function buildFixedContext(known: Readonly<Record<string, JsonValue>>): FixedContext {
  const accepted = Object.entries(known).filter(([key]) => FIXED_CONTEXT_KEYS.includes(key));
  return { ...UNKNOWN, ...Object.fromEntries(accepted) };
}

/** `triggered_at` (ISO 8601, UTC) and `triggered_at_str` (local time, to the second) of one moment. */
export function triggeredAt(moment: Date): Pick<FixedContext, 'triggered_at' | 'triggered_at_str'> {
  const offsetMs = moment.getTimezoneOffset() * 60_000;
  const local = new Date(moment.getTime() - offsetMs).toISOString();
  return {
    triggered_at: moment.toISOString(),
    triggered_at_str: local.slice(0, 19).replace('T', ' '),
  };
}
