// A file from a public address as a stream: the same walls as the one fetch has, and never more than its limit in bytes.

import { AppError } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import { readAllowedHosts } from './allowed-hosts.ts';
import { hostOf, systemResolver } from './check-target.ts';
import { downloadName } from './download-name.ts';
import { brokenBody, decodedBody } from './read-body.ts';
import type { SafeFetchParts } from './safe-fetch.ts';
import { mediaTypeOf, startTrip, travel, type Arrival, type Trip } from './trip.ts';

export interface DownloadRequest {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Milliseconds until its head is there, redirects too. */
  readonly headMs: number;
  /** Milliseconds for all of it. */
  readonly limitMs: number;
  /** Of silence; a server that says nothing any more holds nobody. */
  readonly idleMs: number;
  readonly limitBytes: number;
}

/** Open: its chunks are read once, or it is closed. */
export interface Download {
  /** Where it comes from after redirects. */
  readonly url: string;
  /** As the server or the address calls it, not yet safe; '' where neither does. */
  readonly name: string;
  /** `image/png`, say; '' where the server gives none. */
  readonly mediaType: string;
  /** As the server says; 0 where it doesn't. */
  readonly promisedBytes: number;
  /** The server says that it is for saving. */
  readonly isAttachment: boolean;
  /** Throws what `SafeDownload` throws; what was read until then is half a file. */
  chunks(): AsyncGenerator<Uint8Array>;
  close(): void;
}

/**
 * Throws as the one fetch does, `request-too-large` too where the server says so beforehand, and `server-unreachable`
 * for an answer that is no success.
 */
export type SafeDownload = (request: DownloadRequest) => Promise<Download>;

/** Throws `settings-invalid` for an entry of `allowHosts` that can't be read. */
export function createSafeDownload({
  allowHosts,
  resolveHost = systemResolver,
}: SafeFetchParts): SafeDownload {
  const rules = { allowed: readAllowedHosts(allowHosts), resolveHost };
  return async (request) => {
    const trip = startTrip({ ...request, headers: { 'accept-encoding': 'identity' } }, rules);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), request.headMs);
    const hurried = { ...trip, signal: AbortSignal.any([trip.signal, late.signal]) };
    try {
      return opened(await travel(hurried), trip, request);
    } catch (error) {
      if (late.signal.aborted && !trip.signal.aborted) throw tooSlow(hurried.at, request.headMs);
      throw trip.failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

function opened(
  { response, target: { url } }: Arrival,
  trip: Trip,
  request: DownloadRequest,
): Download {
  const refusal = refusalOf(response, url, request.limitBytes);
  if (refusal !== undefined) {
    response.destroy();
    throw refusal;
  }
  const disposition = response.headers['content-disposition'];
  return {
    url: url.href,
    name: downloadName(disposition, url),
    mediaType: mediaTypeOf(response),
    promisedBytes: promisedBytes(response),
    isAttachment: /^\s*attachment\b/i.test(disposition ?? ''),
    chunks: () => chunksOf(response, { url, trip, request }),
    close: () => void response.destroy(),
  };
}

function refusalOf(
  response: Arrival['response'],
  url: URL,
  limitBytes: number,
): AppError | undefined {
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299 || statusCode === 204)
    return new AppError('server-unreachable', fetchTexts.status(url.href, statusCode));
  return promisedBytes(response) > limitBytes ? tooLarge(url, limitBytes) : undefined;
}

function promisedBytes({ headers }: Arrival['response']): number {
  return Number(headers['content-length'] ?? 0);
}

async function* chunksOf(
  response: Arrival['response'],
  {
    url,
    trip,
    request,
  }: { readonly url: URL; readonly trip: Trip; readonly request: DownloadRequest },
): AsyncGenerator<Uint8Array> {
  const { idleMs, limitBytes } = request;
  const idle = setTimeout(() => response.destroy(tooSlow(url.href, idleMs)), idleMs);
  let bytes = 0;
  try {
    for await (const chunk of decodedBody(response, hostOf(url))) {
      idle.refresh();
      bytes += chunk.length;
      if (bytes > limitBytes) throw tooLarge(url, limitBytes);
      yield chunk;
    }
  } catch (error) {
    throw trip.failureOf(brokenBody(hostOf(url), error));
  } finally {
    clearTimeout(idle);
    response.destroy();
  }
}

function tooLarge(url: URL, limitBytes: number): AppError {
  return new AppError('request-too-large', fetchTexts.fileTooLarge(url.href, limitBytes));
}

function tooSlow(address: string, limitMs: number): AppError {
  const host = URL.parse(address)?.host ?? address;
  return new AppError('server-unreachable', fetchTexts.timedOut(host, limitMs / 1000));
}
