// What an IP address is for: everything but the public internet is somebody's inside.

import { isIPv4, isIPv6 } from 'node:net';

export type AddressKind =
  | 'public'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'multicast'
  | 'documentation'
  | 'reserved';

type Range = readonly [base: string, bits: number, kind: AddressKind];

/** IANA's special-purpose registry; what stands in none of these is public. */
const IPV4: readonly Range[] = [
  ['0.0.0.0', 32, 'unspecified'],
  ['0.0.0.0', 8, 'reserved'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'reserved'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** The other way round: what stands in none of these is reserved. 6to4 and Teredo carry IPv4 addresses inside. */
const IPV6: readonly Range[] = [
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'multicast'],
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, 'reserved'],
  ['3fff::', 20, 'documentation'],
  ['2000::', 3, 'public'],
];

const MAPPED = bytesOf('::ffff:0:0');
/** A network without IPv4 reaches IPv4's internet through these. */
const TRANSLATED = bytesOf('64:ff9b::');

/** `reserved` for what is no address at all. */
export function addressKind(address: string): AddressKind {
  const bytes = bytesOf(address);
  if (bytes === undefined) return 'reserved';
  if (bytes.length === 4) return kindIn(IPV4, bytes) ?? 'public';
  const inside = bytes.slice(12);
  if (isWithin(bytes, TRANSLATED, 96)) return kindIn(IPV4, inside) ?? 'public';
  if (isWithin(bytes, MAPPED, 96)) return kindIn(IPV4, inside) ?? 'reserved';
  return kindIn(IPV6, bytes) ?? 'reserved';
}

function kindIn(ranges: readonly Range[], bytes: readonly number[]): AddressKind | undefined {
  return ranges.find(([base, bits]) => isWithin(bytes, bytesOf(base), bits))?.[2];
}

/** 4 or 16 numbers; undefined for what is no address, or names an interface (`%eth0`). */
export function bytesOf(address: string): readonly number[] | undefined {
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address) || address.includes('%')) return undefined;
  const [head = '', tail] = address.split('::');
  const [start, end] = [groupBytes(head), groupBytes(tail ?? '')];
  if (tail === undefined) return start;
  return [...start, ...Array.from({ length: 16 - start.length - end.length }, () => 0), ...end];
}

function groupBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [Math.trunc(value / 256), value % 256];
  });
}

export function isWithin(
  bytes: readonly number[] | undefined,
  base: readonly number[] | undefined,
  bits: number,
): boolean {
  if (bytes === undefined || base === undefined || bytes.length !== base.length) return false;
  return base.every((wanted, at) => {
    const counted = Math.min(8, Math.max(0, bits - at * 8));
    const ignored = 2 ** (8 - counted);
    return Math.floor((bytes[at] ?? 0) / ignored) === Math.floor(wanted / ignored);
  });
}
