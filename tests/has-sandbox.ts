// Whether this machine has a sandbox for commands of documents; what is not tested without one is told aloud.

import { createSandboxes } from '#features/sandboxes/index.ts';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { systemResolver } from '#system/fetch/check-target.ts';

const sandboxes = createSandboxes({
  setting: 'auto',
  image: 'python:3-slim',
  egress: { allowed: readAllowedHosts([]), resolveHost: systemResolver },
  toolchains: async () => [process.execPath],
  findPython: async () => '/usr/bin/python3',
});
const { any, providers } = await sandboxes.state();
await sandboxes.close();

export const hasSandbox = any !== undefined;

if (!hasSandbox) {
  const reasons = providers.map(({ name, reason }) => `${name}: ${reason.en}`).join(' ');
  process.stderr.write(
    `\n*** There is no sandbox here: DOCUMENT SKILLS WERE NOT TESTED. ${reasons} ***\n`,
  );
}
