// One call of an HTTP API: any method, with a body, to declared hosts only, and the answer as it comes.

import { readAllowedHosts } from './allowed-hosts.ts';
import { hostOf, systemResolver } from './check-target.ts';
import { downloadName } from './download-name.ts';
import { brokenBody, decodedBody } from './read-body.ts';
import type { SafeFetchParts } from './safe-fetch.ts';
import { mediaTypeOf, startTrip, travel, type Arrival, type Trip } from './trip.ts';

interface CallRequest {
  readonly url: string;
  /** In capitals. */
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, redirects and reading too. */
  readonly limitMs: number;
  /** Whether a host, with its port where that isn't the scheme's own, may be called; redirects too. */
  allowsHost(host: string): boolean;
}

/** Open: its chunks are read once, or it is closed. */
export interface CallAnswer {
  /** Where it came from after redirects. */
  readonly url: string;
  readonly status: number;
  /** By lower-case name; several of one name joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** `image/png`, say; '' where the server gives none. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  /** As the server or the address calls it, not yet safe; '' where neither does. */
  readonly name: string;
  /** The server says that it is for saving. */
  readonly isAttachment: boolean;
  /** Decompressed. Throws what `SafeCall` throws; what was read until then is half a body. */
  chunks(): AsyncGenerator<Uint8Array>;
  close(): void;
}

/** Throws as the one fetch does, and `not-allowed` with `details.refused` of `host` for a host that is not declared. */
export type SafeCall = (request: CallRequest) => Promise<CallAnswer>;

/** Throws `settings-invalid` for an entry of `allowHosts` that can't be read. */
export function createSafeCall({
  allowHosts,
  resolveHost = systemResolver,
}: SafeFetchParts): SafeCall {
  const rules = { allowed: readAllowedHosts(allowHosts), resolveHost };
  return async (request) => {
    const trip = startTrip(request, rules);
    try {
      return opened(await travel(trip), trip);
    } catch (error) {
      throw trip.failureOf(error);
    }
  };
}

function opened({ response, target: { url } }: Arrival, trip: Trip): CallAnswer {
  const disposition = response.headers['content-disposition'];
  const type = response.headers['content-type'] ?? '';
  return {
    url: url.href,
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
    ),
    mediaType: mediaTypeOf(response),
    charset: /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]?.toLowerCase(),
    name: downloadName(disposition, url),
    isAttachment: /^\s*attachment\b/i.test(disposition ?? ''),
    chunks: () => chunksOf(response, url, trip),
    close: () => void response.destroy(),
  };
}

async function* chunksOf(
  response: Arrival['response'],
  url: URL,
  trip: Trip,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of decodedBody(response, hostOf(url))) yield chunk;
  } catch (error) {
    throw trip.failureOf(brokenBody(hostOf(url), error));
  } finally {
    response.destroy();
  }
}
