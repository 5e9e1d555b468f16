// Parses an API's description: JSON, or YAML as its core schema has it.

import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml';
import { messageOf } from '#base/app-error.ts';
import { isDeeperThan, isJsonObject, type JsonObject } from '#base/json.ts';
import type { Text } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';
import { apiFault } from './api-fault.ts';

const SCHEMA = CORE_SCHEMA.withTags(mergeTag);
/** Descriptions found in public have at most 30; what is deeper was made to break somebody. */
const DEEPEST = 200;

/** `file` is how the document is called in what is told. Throws `package-invalid` with file, place and cause. */
export function parseDocument(text: string, file: string): JsonObject {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.trim() === '') throw apiFault({ file, pointer: '' }, apiTexts.empty());
  const value = /^\s*[{[]/.test(content) ? parseJson(content, file) : parseYaml(content, file);
  if (!isJsonObject(value)) throw apiFault({ file, pointer: '' }, apiTexts.notMap());
  if (isDeeperThan(value, DEEPEST))
    throw apiFault({ file, pointer: '' }, apiTexts.tooDeep(DEEPEST));
  return value;
}

/** YAML's flow style begins with a brace too, and takes what people add to JSON: comments, a comma at the end. */
function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return parseYaml(text, file, apiTexts.notJson(messageOf(error)));
  }
}

function parseYaml(text: string, file: string, told?: Text): unknown {
  try {
    // A key that is there twice counts as its last, as in JSON.
    return load(text, { schema: SCHEMA, json: true, maxDepth: DEEPEST });
  } catch (error) {
    const mark = error instanceof YAMLException ? error.mark : undefined;
    const pointer = mark === undefined ? '' : `${mark.line + 1}:${mark.column + 1}`;
    const why = error instanceof YAMLException ? error.reason : messageOf(error);
    throw apiFault({ file, pointer }, told ?? apiTexts.notYaml(why), error);
  }
}
