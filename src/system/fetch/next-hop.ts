// Where a redirect leads, and what of the request goes there.

import type { IncomingMessage } from 'node:http';

export interface Hop {
  readonly url: string;
  /** In capitals. */
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What any site may see; everything else stays with the origin it was meant for. */
const COMMON_HEADERS = new Set([
  'accept',
  'accept-language',
  'accept-encoding',
  'user-agent',
  // Of a body that goes along.
  'content-type',
]);

/** Undefined where the response is the answer. */
export function nextHop(
  response: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  from: URL,
  hop: Hop,
): Hop | undefined {
  const { location } = response.headers;
  const status = response.statusCode ?? 0;
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  const to = URL.parse(asUtf8(location), from.href);
  // Told as the address that it is not.
  if (to === null) return { ...hop, url: location };
  const isSame = to.origin === from.origin;
  const kept = Object.entries(hop.headers).filter(([name]) => isSame || COMMON_HEADERS.has(name));
  const next = { url: to.href, method: hop.method, headers: Object.fromEntries(kept) };
  if (becomesGet(status, hop.method))
    return { ...next, method: 'GET', headers: withoutBody(next.headers) };
  return hop.body === undefined ? next : { ...next, body: hop.body };
}

/** As browsers do it. */
function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return (status === 301 || status === 302) && method === 'POST';
}

function withoutBody(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith('content-')),
  );
}

/** Headers are read as Latin-1, and many servers write UTF-8. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? header : text;
}
