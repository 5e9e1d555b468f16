// How long a value's JSON is, and how it begins, without writing out the whole of what is large.

import { isJsonObject, type JsonValue } from '#base/json.ts';

/**
 * What `value` leaves of `room`, counted in characters of its JSON, or more than that; below 0, and not looked at any
 * further, where it surely takes more.
 */
export function jsonRoom(value: JsonValue, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 1;
  // The brackets, and a comma less than there are items.
  let left = room - 1;
  if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      left = jsonRoom(inner, left - key.length - 4);
      if (left < 0) return left;
    }
    return left;
  }
  for (const item of value) {
    left = jsonRoom(item, left - 1);
    if (left < 0) return left;
  }
  return left;
}

export function isJsonLonger(value: JsonValue, limit: number): boolean {
  return jsonRoom(value, limit) < 0 || JSON.stringify(value).length > limit;
}

/** The first `limit` characters of its JSON, which may be all of it. */
export function jsonStart(value: JsonValue, limit: number): string {
  return startOf(value, limit).slice(0, limit);
}

/** At least as much, where there is as much. */
function startOf(value: JsonValue, limit: number): string {
  if (jsonRoom(value, limit) >= 0) return JSON.stringify(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, limit));
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    return joined({ open: '{', limit, count: entries.length }, (at, room) => {
      const [key = '', inner = null] = entries[at] ?? [];
      const name = `${JSON.stringify(key)}:`;
      return `${name}${startOf(inner, Math.max(0, room - name.length))}`;
    });
  }
  const list = Array.isArray(value) ? value : [];
  return joined({ open: '[', limit, count: list.length }, (at, room) =>
    startOf(list[at] ?? null, room),
  );
}

function joined(
  { open, limit, count }: { readonly open: string; readonly limit: number; readonly count: number },
  part: (at: number, room: number) => string,
): string {
  let text = open;
  for (let at = 0; at < count && text.length < limit; at += 1)
    text += `${at === 0 ? '' : ','}${part(at, limit - text.length)}`;
  return text;
}
