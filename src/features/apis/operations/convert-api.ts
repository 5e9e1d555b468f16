// The description of an API, read from its file: OpenAPI, Swagger or a list of endpoints (API-01).

import { resolve } from 'node:path';
import type { ApiHead, ApiOperation, ConvertedApi } from '../api-operation.ts';
import { createPackageFiles, packageRootOf, relativeFile } from '../document/package-files.ts';
import { childOf, openReferences } from '../document/references.ts';
import { convertOpenApi } from './convert-open-api.ts';
import { convertWhitelist } from './convert-whitelist.ts';

export interface ApiPlace {
  /** The package: what the description may refer to lies in it. */
  readonly folder: string;
  /** Relative to it. */
  readonly file: string;
}

export interface ConvertOptions {
  /** Characters of an input schema, about. */
  readonly schemaChars?: number;
}

/**
 * Throws `package-invalid` with file, place in it and cause.
 * @yields the operations in the document's order
 */
export function* readApi(
  place: ApiPlace,
  options: ConvertOptions = {},
): Generator<ApiOperation, ApiHead> {
  const references = openReferences(createPackageFiles(place.folder), place.file);
  const isWhitelist = childOf(references.root, 'endpoints').value !== undefined;
  return yield* isWhitelist
    ? convertWhitelist(references)
    : convertOpenApi(references, options.schemaChars);
}

/** All of it at once. */
export function convertApi(place: ApiPlace, options: ConvertOptions = {}): ConvertedApi {
  const reading = readApi(place, options);
  const operations: ApiOperation[] = [];
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done === true) return { ...next.value, operations };
    operations.push(next.value);
  }
}

/** For a file that somebody names: the package that it is in, or its own directory. */
export function apiPlaceOf(path: string): ApiPlace {
  const whole = resolve(path);
  const folder = packageRootOf(whole);
  return { folder, file: relativeFile(folder, whole) };
}
