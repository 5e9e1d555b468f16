// Handlers: the sandboxes of the server's machine.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

export function sandboxHandlers({
  sandboxes,
}: Pick<HttpAppParts, 'sandboxes'>): Handlers<Extract<keyof Handlers, `sandboxes.${string}`>> {
  return {
    'sandboxes.get': async ({ language }) => sandboxes.state(await language()),
    'sandboxes.examine': async ({ language }) => sandboxes.examine(await language()),
  };
}
