// Who may knock: the Host and Origin allow-lists, against rebound names and other sites' pages.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AppError } from '#base/app-error.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';

/** What a request says of where it comes from, and where it really arrived. */
export interface Knock {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  /** Whether it is signed in by cookie, and by nothing else. */
  readonly isByCookie: boolean;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
}

export interface FrontDoor {
  /** Throws `origin-refused` for a name that is not this server's: a page whose name was rebound to us has such a one. */
  checkHost(knock: Knock): void;
  /**
   * Throws `origin-refused` for what another site's page sends. A program with a token needs no Origin; a browser
   * always sends one with what changes something.
   */
  checkOrigin(knock: Knock): void;
  /** Both, as strictly as for a change: browsers ask nobody before they open a WebSocket. */
  checkUpgrade(knock: Knock): void;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `publicUrl` is QIAO_PUBLIC_URL: the address that people reach the server by. */
export function createFrontDoor(publicUrl: string | undefined): FrontDoor {
  const published = publicUrl === undefined ? undefined : new URL(publicUrl);

  const isOwnHost = (url: URL, knock: Knock): boolean =>
    url.host === published?.host || isLocalHost(url, knock);
  const isOwnOrigin = (origin: string, knock: Knock): boolean => {
    if (origin === published?.origin) return true;
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    return url?.protocol === 'http:' && url.origin === origin && isLocalHost(url, knock);
  };
  const checkHost = (knock: Knock): void => {
    const url = hostUrl(knock.host, published?.protocol ?? 'http:');
    if (url !== undefined && isOwnHost(url, knock)) return;
    throw new AppError('origin-refused', apiTexts.hostRefused(shown(knock.host)));
  };
  const checkSender = (knock: Knock): void => {
    const { origin, fetchSite = 'none' } = knock;
    // Another port of this machine is the same site, but somebody else's page.
    if (fetchSite !== 'none' && fetchSite !== 'same-origin')
      throw refusedOrigin(origin ?? fetchSite);
    if (origin === undefined && knock.isByCookie) {
      throw new AppError('origin-refused', apiTexts.originMissing());
    }
    if (origin !== undefined && !isOwnOrigin(origin, knock)) throw refusedOrigin(origin);
  };

  return {
    checkHost,
    checkOrigin(knock) {
      if (!SAFE_METHODS.has(knock.method)) checkSender(knock);
      else if (knock.fetchSite === 'cross-site' && knock.fetchMode !== 'navigate') {
        throw refusedOrigin(knock.origin ?? knock.fetchSite);
      }
    },
    checkUpgrade(knock) {
      checkHost(knock);
      checkSender(knock);
    },
  };
}

/** The facts of a request as Node has it. */
export function knockOf(incoming: IncomingMessage, isByCookie: boolean): Knock {
  const { headers, socket } = incoming;
  return {
    method: incoming.method ?? 'GET',
    host: headers.host,
    origin: headers.origin,
    fetchSite: headers['sec-fetch-site']?.toString(),
    fetchMode: headers['sec-fetch-mode']?.toString(),
    isByCookie,
    localAddress: socket.localAddress,
    localPort: socket.localPort,
  };
}

export function isLoopbackHost(host: string | undefined): boolean {
  return LOOPBACK_NAMES.has(hostUrl(host, 'http:')?.hostname ?? '');
}

/** A loopback name, or the very address the connection came to (no name can be rebound to be one), with our port. */
function isLocalHost(url: URL, { localAddress, localPort }: Knock): boolean {
  if (localPort === undefined || Number(url.port === '' ? 80 : url.port) !== localPort)
    return false;
  if (LOOPBACK_NAMES.has(url.hostname)) return true;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && literal === plainAddress(localAddress);
}

/** IPv4 without the clothes of IPv6. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function hostUrl(host: string | undefined, protocol: string): URL | undefined {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return undefined;
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

function refusedOrigin(origin: string): AppError {
  return new AppError('origin-refused', apiTexts.originRefused(shown(origin)));
}

function shown(header: string | undefined): string {
  return (header ?? '').replaceAll(/[^\x21-\x7e]/g, '').slice(0, 100);
}
