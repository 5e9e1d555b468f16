// The addresses that people are given.

import { networkInterfaces } from 'node:os';
import type { Settings } from '#system/settings.ts';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Where people reach the server that listens on `port`. */
export function serverAddress({ publicUrl, host }: Settings, port: number): string {
  return publicUrl ?? `http://${hostName(host)}:${port}`;
}

/** Where a single-use token signs a person in. */
export function signInAddress(url: string, token: string): string {
  return `${url}/auth/link/${token}`;
}

/** Where other machines reach it that listens on all of this one's addresses; undefined where no other address is known. */
export function othersAddress(
  { publicUrl, host }: Settings,
  port: number,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | undefined {
  if (publicUrl !== undefined || !EVERY_ADDRESS.has(host)) return undefined;
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const found = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  return found === undefined ? undefined : `http://${found.address}:${port}`;
}

function hostName(host: string): string {
  if (EVERY_ADDRESS.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
