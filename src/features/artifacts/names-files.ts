// Whether a large result names files at all: most don't, and then nobody has to look at the whole of it.

import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';
import { MEDIA_LISTS } from './draft-envelope.ts';
import { AMBIGUOUS_KEYS, CERTAIN_KEYS, hasTextLinks, objectsIn } from './remote-links.ts';

const KEYS = ['local_path', 'filename', ...Object.values(MEDIA_LISTS), ...CERTAIN_KEYS];

const MAY_NAME: ReadonlySet<string> = new Set([...KEYS, ...AMBIGUOUS_KEYS]);

/** Whether there is anything in a result to look at: most have nothing, and need not be copied to be changed. */
export function mayNameFiles(envelope: JsonObject): boolean {
  return (
    objectsIn(envelope).some((object) => Object.keys(object).some((key) => MAY_NAME.has(key))) ||
    hasTextLinks(envelope)
  );
}

/** Of its JSON only the words are looked at. */
export function namesFiles(result: JsonValue | Uint8Array): boolean {
  if (result instanceof Uint8Array) {
    const json = Buffer.from(result.buffer, result.byteOffset, result.byteLength);
    return KEYS.some((key) => json.includes(`"${key}"`));
  }
  if (!isJsonObject(result)) return false;
  return objectsIn(result).some((object) => KEYS.some((key) => Object.hasOwn(object, key)));
}
