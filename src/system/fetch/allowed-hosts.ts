// The hosts that the operator allows although they are inside (QIAO_ALLOW_HOSTS).

import { domainToASCII } from 'node:url';
import { AppError } from '#base/app-error.ts';
import { fetchTexts } from '#contract/texts/fetch-texts.ts';
import { bytesOf, isWithin } from './address-kind.ts';

export interface AllowedHosts {
  /** By its name, or by an address that it leads to. */
  allows(host: string, port: number, address: string): boolean;
  /** Named together with this very port. */
  allowsPort(host: string, port: number): boolean;
}

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/;

interface Entry {
  /** A host's name as a URL has it, `.domain` for all below it, or a range of addresses. */
  readonly name?: string;
  readonly range?: { readonly base: readonly number[]; readonly bits: number };
  /** Undefined for every port. */
  readonly port?: number;
}

/** Throws `settings-invalid` for an entry that is none. */
export function readAllowedHosts(entries: readonly string[]): AllowedHosts {
  const read = entries.map(readEntry);
  return {
    allows: (host, port, address) =>
      read.some(
        (entry) => isPort(entry, port) && (isNamed(entry, host) || isInRange(entry, address)),
      ),
    allowsPort: (host, port) =>
      read.some((entry) => entry.port === port && (isNamed(entry, host) || isInRange(entry, host))),
  };
}

function isPort({ port }: Entry, asked: number): boolean {
  return port === undefined || port === asked;
}

function isNamed({ name }: Entry, host: string): boolean {
  if (name === undefined) return false;
  return name.startsWith('.') ? host.endsWith(name) : host === name;
}

function isInRange({ range }: Entry, address: string): boolean {
  return range !== undefined && isWithin(bytesOf(address), range.base, range.bits);
}

function readEntry(text: string): Entry {
  const entry = readRange(text) ?? readName(text.toLowerCase());
  if (entry === undefined || !isRealPort(entry.port)) {
    throw new AppError('settings-invalid', fetchTexts.allowedHost(text));
  }
  return entry;
}

function isRealPort(port = 1): boolean {
  return port >= 1 && port <= 65_535;
}

/** `10.0.0.0/8`, `10.1.2.3`, `10.1.2.3:8080`, `::1`, `[::1]:8080`. */
function readRange(text: string): Entry | undefined {
  const [, bracketed, dotted, port] = WITH_PORT.exec(text) ?? [];
  if (port !== undefined) return rangeOf(bracketed ?? dotted ?? '', undefined, Number(port));
  const [address = '', bits, ...more] = text.replace(/^\[(.*)\]$/, '$1').split('/');
  return more.length > 0 ? undefined : rangeOf(address, bits, undefined);
}

function rangeOf(
  address: string,
  bitsText: string | undefined,
  port: number | undefined,
): Entry | undefined {
  const base = bytesOf(address);
  if (base === undefined || (bitsText !== undefined && !/^\d{1,3}$/.test(bitsText)))
    return undefined;
  const bits = Number(bitsText ?? base.length * 8);
  if (bits > base.length * 8) return undefined;
  return { range: { base, bits }, ...(port !== undefined && { port }) };
}

function readName(text: string): Entry | undefined {
  const parts =
    /^(?<star>\*\.)?(?<name>[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)\.?(?::(?<port>\d{1,5}))?$/u.exec(
      text,
    )?.groups;
  const name = domainToASCII(parts?.['name'] ?? '');
  // `10.0.0` and `0x7f.1` are other ways of writing an address, and no names.
  if (name === '' || /^[\d.]+$/.test(name)) return undefined;
  const port = parts?.['port'];
  return {
    name: parts?.['star'] === undefined ? name : `.${name}`,
    ...(port !== undefined && { port: Number(port) }),
  };
}
