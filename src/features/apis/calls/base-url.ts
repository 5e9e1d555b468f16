// Where an operation is called: at its own server, the document's, or the address that is configured.

import type { ApiHead, ApiOperation } from '../api-operation.ts';

export type BaseUrl =
  /** `hosts`: those that configuration adds. */
  | { readonly status: 'known'; readonly url: string; readonly hosts: readonly string[] }
  /** Neither names a host. */
  | { readonly status: 'missing'; readonly given: string };

export function baseUrlOf(
  { baseUrl: own }: Pick<ApiOperation, 'baseUrl'>,
  { baseUrl }: Pick<ApiHead, 'baseUrl'>,
  configured: string | undefined,
): BaseUrl {
  const given = own ?? baseUrl;
  const base = configured === undefined ? null : URL.parse(configured);
  if (base !== null) {
    // A relative server stands below the address; an absolute one is taken by it.
    const isRelative = given !== '' && URL.parse(given) === null && !given.includes('{');
    const url = isRelative && isBare(base) ? new URL(given, base).href : (configured ?? '');
    return { status: 'known', url, hosts: [base.host] };
  }
  const isKnown = URL.parse(given) !== null && /^https?:/i.test(given) && !given.includes('{');
  return isKnown ? { status: 'known', url: given, hosts: [] } : { status: 'missing', given };
}

function isBare({ pathname }: URL): boolean {
  return pathname === '' || pathname === '/';
}
