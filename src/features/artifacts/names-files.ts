// Whether a large result names files at all: most don't, and then nobody has to look at the whole of it.

import { isJsonObject, type JsonValue } from '#base/json.ts';
import { MEDIA_LISTS } from './draft-envelope.ts';
import { CERTAIN_KEYS, objectsIn } from './remote-links.ts';

const KEYS = ['local_path', 'filename', ...Object.values(MEDIA_LISTS), ...CERTAIN_KEYS];

/** Of its JSON only the words are looked at. */
export function namesFiles(result: JsonValue | Uint8Array): boolean {
  if (result instanceof Uint8Array) {
    const json = Buffer.from(result.buffer, result.byteOffset, result.byteLength);
    return KEYS.some((key) => json.includes(`"${key}"`));
  }
  if (!isJsonObject(result)) return false;
  return objectsIn(result).some((object) => KEYS.some((key) => Object.hasOwn(object, key)));
}
