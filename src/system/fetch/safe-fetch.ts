// The one fetch for skills: http(s) to public addresses, checked at every hop, within limits, without cookies.

import { AppError } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import { readAllowedHosts } from './allowed-hosts.ts';
import { hostOf, systemResolver, type ResolveHost } from './check-target.ts';
import type { FetchedBody, FetchRequest, SafeFetch } from './fetch-request.ts';
import { readBody } from './read-body.ts';
import { mediaTypeOf, startTrip, travel, type Arrival } from './trip.ts';

export interface SafeFetchParts {
  /** `QIAO_ALLOW_HOSTS`: host, host:port, *.domain, address or range, which may be inside. */
  readonly allowHosts: readonly string[];
  /** The system's own where it is left out. */
  readonly resolveHost?: ResolveHost;
}

const LIMIT_MS = 30_000;
const LIMIT_BYTES = 10_000_000;

/** Throws `settings-invalid` for an entry of `allowHosts` that can't be read. */
export function createSafeFetch({
  allowHosts,
  resolveHost = systemResolver,
}: SafeFetchParts): SafeFetch {
  const rules = { allowed: readAllowedHosts(allowHosts), resolveHost };
  return async (request) => {
    const trip = startTrip({ ...request, limitMs: request.limitMs ?? LIMIT_MS }, rules);
    try {
      return await finish(await travel(trip), request);
    } catch (error) {
      throw trip.failureOf(error);
    }
  };
}

async function finish(
  { response, target: { url }, redirects }: Arrival,
  request: FetchRequest,
): Promise<FetchedBody> {
  const mediaType = mediaTypeOf(response);
  if (request.accepts !== undefined && !request.accepts(mediaType)) {
    response.destroy();
    throw new AppError('request-invalid', fetchTexts.mediaType(url.href, mediaType), {
      details: { refused: 'media-type' },
    });
  }
  const { body, isCut } = await readBody(response, {
    host: hostOf(url),
    url: url.href,
    limitBytes: request.limitBytes ?? LIMIT_BYTES,
    whenLarger: request.whenLarger ?? 'refuse',
  });
  const type = response.headers['content-type'] ?? '';
  return {
    url: url.href,
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
    ),
    mediaType,
    charset: /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1]?.toLowerCase(),
    body,
    isCut,
    redirects,
  };
}
