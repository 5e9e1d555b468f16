// What the sandboxes are called by those who make them.

import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';

export type ProviderName = SandboxesBody['providers'][number]['name'];

export const PROVIDER_NAMES = {
  docker: 'Docker / Podman',
  bwrap: 'bubblewrap',
  landlock: 'Landlock',
} as const satisfies Record<ProviderName, string>;
