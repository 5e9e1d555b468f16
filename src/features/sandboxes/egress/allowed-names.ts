// The hosts that a package declares, as a question about a name and a port.

import type { SandboxNetwork } from '../sandbox.ts';

/** Never true for `none`; every name for `public`, whose addresses others look at. */
export function allowsName(network: SandboxNetwork, host: string, port: number): boolean {
  if (network.kind === 'none') return false;
  if (network.kind === 'public') return true;
  const asked = host.toLowerCase();
  return network.hosts.some((declared) => {
    const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(declared.toLowerCase()) ?? [];
    if (only !== undefined && Number(only) !== port) return false;
    return name.startsWith('*.') ? asked.endsWith(name.slice(1)) : asked === name;
  });
}
