// The addresses that people are given.

import type { Settings } from '#system/settings.ts';

/** Where people reach the server that listens on `port`. */
export function serverAddress({ publicUrl, host }: Settings, port: number): string {
  return publicUrl ?? `http://${hostName(host)}:${port}`;
}

/** Where a single-use token signs a person in. */
export function signInAddress(url: string, token: string): string {
  return `${url}/auth/link/${token}`;
}

function hostName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
