// Follows an address to its answer: every hop checked, all of it within one time limit.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { checkTarget, type ResolveHost, type Target } from './check-target.ts';
import { nextHop, type Hop } from './next-hop.ts';
import { openResponse } from './open-response.ts';

export interface TripRules {
  readonly allowed: AllowedHosts;
  readonly resolveHost: ResolveHost;
}

interface TripRequest {
  readonly url: string;
  /** In capitals; GET where it is left out. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Whether a host, with its port where that isn't the scheme's own, may be called at all; every one where it is left out. */
  readonly allowsHost?: (host: string) => boolean;
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, redirects and reading too. */
  readonly limitMs: number;
}

export interface Trip {
  readonly request: TripRequest;
  readonly rules: TripRules;
  /** Of who stops it and of its time limit. */
  readonly signal: AbortSignal;
  /** What a failure is told as: a time-out where the time was over, the stop's reason where it was stopped. */
  failureOf(error: unknown): unknown;
  /** Where it is now. */
  at: string;
}

/** The answer's head; its body is still to be read, with the trip's signal. */
export interface Arrival {
  readonly response: IncomingMessage;
  readonly target: Target;
  readonly redirects: number;
}

const MOST_REDIRECTS = 5;

/** Its time begins now. Throws where it was stopped already. */
export function startTrip(request: TripRequest, rules: TripRules): Trip {
  request.signal.throwIfAborted();
  const deadline = AbortSignal.timeout(request.limitMs);
  const trip: Trip = {
    request,
    rules,
    signal: AbortSignal.any([request.signal, deadline]),
    at: request.url,
    failureOf(error) {
      if (request.signal.aborted) return request.signal.reason;
      if (!deadline.aborted) return error;
      const host = URL.parse(trip.at)?.host ?? trip.at;
      const text = fetchTexts.timedOut(host, request.limitMs / 1000);
      return new AppError('server-unreachable', text, { cause: deadline.reason });
    },
  };
  return trip;
}

export async function travel(trip: Trip): Promise<Arrival> {
  const { request, signal } = trip;
  let hop = firstHop(request);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    trip.at = hop.url;
    const target = await checkHop(trip, hop, redirects);
    const response = await openResponse(target, { ...hop, signal });
    const next = nextHop(response, target.url, hop);
    if (next === undefined) return { response, target, redirects };
    response.destroy();
    hop = next;
  }
  const text = fetchTexts.tooManyRedirects(request.url, MOST_REDIRECTS);
  throw new AppError('not-allowed', text, { details: { refused: 'redirects' } });
}

/** Without parameters, in lower case; '' where the server gives none. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type']?.split(';')[0] ?? '').trim().toLowerCase();
}

function firstHop({ url, method = 'GET', headers = {}, body }: TripRequest): Hop {
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const usual = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Mozilla/5.0 (compatible; Qiao)',
  };
  const sent = { url: url.trim(), method, headers: { ...usual, ...given } };
  return body === undefined ? sent : { ...sent, body };
}

async function checkHop(trip: Trip, { url }: Hop, redirects: number): Promise<Target> {
  try {
    refuseOtherHost(url, trip.request);
    return await untilAborted(checkTarget(url, trip.rules), trip.signal);
  } catch (error) {
    const isRefusal = error instanceof AppError && error.details['refused'] !== undefined;
    if (redirects === 0 || !isRefusal) throw error;
    const text = fetchTexts.redirectRefused(trip.request.url, error.text);
    throw new AppError(error.code, text, { cause: error, details: error.details });
  }
}

function refuseOtherHost(url: string, { allowsHost }: TripRequest): void {
  const host = URL.parse(url)?.host;
  if (host === undefined || allowsHost === undefined || allowsHost(host)) return;
  throw new AppError('not-allowed', fetchTexts.hostNotDeclared(host), {
    details: { refused: 'host' },
  });
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
