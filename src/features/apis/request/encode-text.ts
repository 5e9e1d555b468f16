// Values as the text that stands in an address, a header or a form.

import type { JsonValue } from '#base/json.ts';

/** Everything but letters, digits, `-`, `.`, `_` and `~`. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `allowReserved`: what would end the value or change its meaning stays encoded. */
export function encodeReserved(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /%(3A|2F|3F|40|21|24|2C|3B)/g,
    (encoded) => decodeURIComponent(encoded),
  );
}

/** What stands within something else is written as JSON. */
export function plainText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
