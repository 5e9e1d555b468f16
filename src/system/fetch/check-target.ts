// Whether an address may be fetched, and which IP addresses a connection to it may be made to.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import { addressKind } from './address-kind.ts';
import type { AllowedHosts } from './allowed-hosts.ts';

export interface Target {
  readonly url: URL;
  /** All checked; a connection is made to one of these and nowhere else. */
  readonly addresses: readonly string[];
}

/** The addresses of a name; an error with Node's DNS codes where there are none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const LONGEST_URL = 8192;
/** From 1024 on: what browsers refuse, and databases and control ports that answer to HTTP by accident. */
const REFUSED_PORTS = new Set([
  1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 5984, 6000,
  6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 10_080, 10_250, 11_211, 27_017,
]);

/** Throws `input-invalid` and `not-allowed`, with `details.refused` of `url`, `port` or `address`. */
export async function checkTarget(
  given: string | URL,
  { allowed, resolveHost }: { readonly allowed: AllowedHosts; readonly resolveHost: ResolveHost },
): Promise<Target> {
  const url = readUrl(given);
  const host = hostOf(url);
  const port = portOf(url);
  const isWebPort = port === 80 || port === 443 || (port >= 1024 && !REFUSED_PORTS.has(port));
  if (!isWebPort && !allowed.allowsPort(host, port)) {
    throw new AppError('not-allowed', fetchTexts.port(host, port), {
      details: { refused: 'port' },
    });
  }
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolveHost) : [host];
  const own = ownAddresses();
  for (const address of addresses) {
    const isPublic = addressKind(address) === 'public' && !own.has(address);
    if (!isPublic && !allowed.allows(host, port, address)) {
      const text = fetchTexts.privateAddress(host, address);
      throw new AppError('not-allowed', text, { details: { refused: 'address' } });
    }
  }
  return { url, addresses };
}

/** Without brackets and a full stop at its end. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function readUrl(given: string | URL): URL {
  if (String(given).length > LONGEST_URL) throw refuse(fetchTexts.tooLong(LONGEST_URL));
  const url = URL.parse(String(given));
  if (url === null) throw refuse(fetchTexts.notAnAddress(String(given)));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuse(fetchTexts.scheme(url.href, url.protocol.slice(0, -1)));
  }
  if (url.username !== '' || url.password !== '') throw refuse(fetchTexts.credentials(url.host));
  return url;
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function refuse(text: Text): AppError {
  return new AppError('input-invalid', text, { details: { refused: 'url' } });
}

async function addressesOf(host: string, resolveHost: ResolveHost): Promise<readonly string[]> {
  try {
    const addresses = await resolveHost(host);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const isUnknown = code === 'ENOTFOUND' || code === 'ENODATA';
    const text = isUnknown
      ? fetchTexts.unknownHost(host)
      : fetchTexts.unreachable(host, code === '' ? messageOf(error) : code);
    // A name that isn't there stays so; only other faults of the name service pass.
    throw new AppError('server-unreachable', text, { cause: error });
  }
  throw new AppError('server-unreachable', fetchTexts.unknownHost(host));
}

export const systemResolver: ResolveHost = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** This machine's, which may be public ones: what listens on them believes that it speaks to itself. */
function ownAddresses(): ReadonlySet<string> {
  const interfaces = Object.values(networkInterfaces());
  return new Set(interfaces.flatMap((each) => (each ?? []).map(({ address }) => address)));
}
