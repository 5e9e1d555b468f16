// One request to one checked target: the connection is made to its addresses, whatever a name service says by then.

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { AppError, messageOf } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import { bytesOf } from './address-kind.ts';
import { hostOf, type Target } from './check-target.ts';

export interface HopRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

const HEADER_BYTES = 32 * 1024;

/** Resolves with the response's head; its body is still to be read. */
export function openResponse(target: Target, hop: HopRequest): Promise<IncomingMessage> {
  const { url, addresses } = target;
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method: hop.method,
      headers: hop.headers,
      // A connection of its own: none that somebody else opened to somewhere else, and no proxy.
      agent: false,
      lookup: pinned(addresses),
      maxHeaderSize: HEADER_BYTES,
      signal: hop.signal,
    });
    sent.once('socket', (socket) => watchAddress(socket, target));
    sent.once('response', resolve);
    sent.once('error', (error) => reject(asFailure(error, hostOf(url))));
    // All at once, so that its length is told.
    sent.end(hop.body);
  });
}

function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all, family }, answer) => {
    const wanted = found.filter(
      (each) => typeof family !== 'number' || family === 0 || family === each.family,
    );
    const [first] = wanted;
    if (all === true) answer(null, wanted);
    else if (first === undefined) answer(new Error('no address of that family'), '', 0);
    else answer(null, first.address, first.family);
  };
}

/** Whatever chose the address, this is where it went. */
function watchAddress(socket: Socket, { url, addresses }: Target): void {
  socket.once('connect', () => {
    const there = String(bytesOf(socket.remoteAddress ?? ''));
    if (addresses.some((address) => String(bytesOf(address)) === there)) return;
    const text = fetchTexts.privateAddress(hostOf(url), socket.remoteAddress ?? '');
    socket.destroy(new AppError('not-allowed', text, { details: { refused: 'address' } }));
  });
}

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_SSL)/;

function asFailure(error: unknown, host: string): unknown {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = code === '' ? messageOf(error) : code;
  const text = CERTIFICATE.test(code)
    ? fetchTexts.certificate(host, reason)
    : fetchTexts.unreachable(host, reason);
  return new AppError('server-unreachable', text, { cause: error });
}
