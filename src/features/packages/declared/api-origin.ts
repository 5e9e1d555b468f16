// Finds what makes a document skill an API skill (API-01).

import { scalarText } from './field-values.ts';
import type { ForeignMetadata } from './foreign-metadata.ts';

/** `by: 'file'`: its path below the package. The others are keys of the metadata. */
export type ApiOrigin =
  | { readonly by: 'skillClass' | 'authType' }
  | { readonly by: 'file'; readonly file: string };

const OPEN_API = /(?:^|\/)openapi\.(?:ya?ml|json)$/;
const WHITELIST = /(?:^|\/)endpoints_whitelist\.ya?ml$/;
/** Where they belong; elsewhere the first one found counts. */
const OPEN_API_PLACES = /^(?:references\/|api\/|spec\/)?openapi\./;
const WHITELIST_PLACES = /^(?:references\/)?endpoints_whitelist\./;

export function findApiOrigin(
  files: readonly string[],
  metadata: ForeignMetadata | undefined,
): ApiOrigin | undefined {
  const file =
    files.find((path) => OPEN_API_PLACES.test(path) && OPEN_API.test(path)) ??
    files.find((path) => WHITELIST_PLACES.test(path) && WHITELIST.test(path)) ??
    files.find((path) => OPEN_API.test(path) || WHITELIST.test(path));
  if (file !== undefined) return { by: 'file', file };
  const skillClass = scalarText(metadata?.values['skillClass'])?.trim() ?? '';
  if (skillClass.endsWith('api-skill')) return { by: 'skillClass' };
  const authType = scalarText(metadata?.values['authType'])?.trim();
  return authType === 'bearer_env' ? { by: 'authType' } : undefined;
}
