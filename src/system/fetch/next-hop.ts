// Where a redirect leads, and what of the request goes there.

import type { IncomingMessage } from 'node:http';

export interface Hop {
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What any site may see; everything else stays with the origin it was meant for. */
const COMMON_HEADERS = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent']);

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
  return { url: to.href, headers: Object.fromEntries(kept) };
}

/** Headers are read as Latin-1, and many servers write UTF-8. */
function asUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? header : text;
}
