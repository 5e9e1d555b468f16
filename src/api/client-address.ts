// Where a request comes from, for counting and for the list of sign-ins.

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { plainAddress } from './front-door.ts';

/**
 * The peer's address. Behind a proxy on this machine, which QIAO_PUBLIC_URL tells of, it is the last one that the
 * proxy was asked by: those before it are anybody's words.
 */
export function clientAddress(incoming: IncomingMessage, isBehindProxy: boolean): string {
  const peer = plainAddress(incoming.socket.remoteAddress);
  if (!isBehindProxy || !isLoopbackAddress(peer)) return peer;
  const forwarded = incoming.headers['x-forwarded-for']?.toString().split(',').at(-1)?.trim() ?? '';
  return isIP(forwarded) === 0 ? peer : plainAddress(forwarded);
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** What requests are counted by: whoever has one IPv6 address has the 2^64 beside it too. */
export function addressGroup(address: string): string {
  return isIP(address) === 6 ? address.split(':').slice(0, 4).join(':') : address;
}
