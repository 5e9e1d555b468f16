// For tests: descriptions of APIs as files, and the operations they turn into.

import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import type { ApiOperation, ConvertedApi } from '../api-operation.ts';
import { convertApi } from '../operations/convert-api.ts';

/** Texts as they are, anything else as JSON. Answers the folder. */
export function writeFiles(files: Readonly<Record<string, unknown>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'apis-')));
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** `openapi.json`, with whatever stands beside it. */
export function convert(
  document: unknown,
  others: Readonly<Record<string, unknown>> = {},
): ConvertedApi {
  return convertApi({
    folder: writeFiles({ 'openapi.json': document, ...others }),
    file: 'openapi.json',
  });
}

export function openApi(paths: JsonObject, rest: JsonObject = {}): JsonObject {
  return { openapi: '3.0.3', servers: [{ url: 'https://api.example.com/v1' }], paths, ...rest };
}

/** The only operation of a document with this path. */
export function operationOf(
  operation: JsonObject,
  {
    path = '/x',
    method = 'get',
    ...rest
  }: { readonly path?: string; readonly method?: string } & JsonObject = {},
): ApiOperation {
  const [found] = convert(openApi({ [path]: { [method]: operation } }, rest)).operations;
  if (found === undefined) throw new TypeError('The document has no operation.');
  return found;
}
