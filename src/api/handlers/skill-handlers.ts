// Handlers: the skills of this instance.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

export function skillHandlers({
  skills,
}: Pick<HttpAppParts, 'skills'>): Handlers<Extract<keyof Handlers, `skills.${string}`>> {
  return {
    'skills.list': async ({ language }) => ({ items: await skills.list(await language()) }),
  };
}
