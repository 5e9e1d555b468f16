// The one fetch for skills: http(s) to public addresses, checked at every hop, within limits, without cookies.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import { readAllowedHosts, type AllowedHosts } from './allowed-hosts.ts';
import {
  checkTarget,
  hostOf,
  systemResolver,
  type ResolveHost,
  type Target,
} from './check-target.ts';
import type { FetchedBody, FetchRequest, SafeFetch } from './fetch-request.ts';
import { nextHop, type Hop } from './next-hop.ts';
import { openResponse } from './open-response.ts';
import { readBody } from './read-body.ts';

export interface SafeFetchParts {
  /** `QIAO_ALLOW_HOSTS`: host, host:port, *.domain, address or range, which may be inside. */
  readonly allowHosts: readonly string[];
  /** The system's own where it is left out. */
  readonly resolveHost?: ResolveHost;
}

const LIMIT_MS = 30_000;
const LIMIT_BYTES = 10_000_000;
const MOST_REDIRECTS = 5;
/** Throws `settings-invalid` for an entry of `allowHosts` that can't be read. */
export function createSafeFetch({
  allowHosts,
  resolveHost = systemResolver,
}: SafeFetchParts): SafeFetch {
  const allowed = readAllowedHosts(allowHosts);
  return async (request) => {
    request.signal.throwIfAborted();
    const limitMs = request.limitMs ?? LIMIT_MS;
    const deadline = AbortSignal.timeout(limitMs);
    const signal = AbortSignal.any([request.signal, deadline]);
    const trip: Trip = { request, signal, allowed, resolveHost, at: request.url };
    try {
      return await travel(trip);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      const host = URL.parse(trip.at)?.host ?? trip.at;
      const text = fetchTexts.timedOut(host, limitMs / 1000);
      throw new AppError('server-unreachable', text, { cause: deadline.reason });
    }
  };
}

interface Trip {
  readonly request: FetchRequest;
  readonly signal: AbortSignal;
  readonly allowed: AllowedHosts;
  readonly resolveHost: ResolveHost;
  /** Where it is now. */
  at: string;
}

async function travel(trip: Trip): Promise<FetchedBody> {
  const { request, signal } = trip;
  let hop = firstHop(request);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    trip.at = hop.url;
    const target = await checkHop(trip, hop, redirects);
    const response = await openResponse(target, { ...hop, signal });
    const next = nextHop(response, target.url, hop);
    if (next === undefined) return await finish(response, target, { request, redirects });
    response.destroy();
    hop = next;
  }
  const text = fetchTexts.tooManyRedirects(request.url, MOST_REDIRECTS);
  throw new AppError('not-allowed', text, { details: { refused: 'redirects' } });
}

function firstHop({ url, headers = {} }: FetchRequest): Hop {
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const usual = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Mozilla/5.0 (compatible; Qiao)',
  };
  return { url: url.trim(), headers: { ...usual, ...given } };
}

async function checkHop(trip: Trip, { url }: Hop, redirects: number): Promise<Target> {
  try {
    return await untilAborted(checkTarget(url, trip), trip.signal);
  } catch (error) {
    const isRefusal = error instanceof AppError && error.details['refused'] !== undefined;
    if (redirects === 0 || !isRefusal) throw error;
    const text = fetchTexts.redirectRefused(trip.request.url, error.text);
    throw new AppError(error.code, text, { cause: error, details: error.details });
  }
}

/** A name service has no signal of its own. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const over = new AbortController();
  const aborted = once(signal, 'abort', { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([work, aborted]);
  } finally {
    over.abort();
  }
  signal.throwIfAborted();
  return await work;
}

async function finish(
  response: IncomingMessage,
  { url }: Target,
  { request, redirects }: { readonly request: FetchRequest; readonly redirects: number },
): Promise<FetchedBody> {
  const type = response.headers['content-type'] ?? '';
  const mediaType = (type.split(';')[0] ?? '').trim().toLowerCase();
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
