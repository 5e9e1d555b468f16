// Handlers: usage, its limits, and the record of runs.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

type Ids = `usage.${string}` | `runs.${string}`;

export function usageHandlers({
  usage,
  runs,
}: Pick<HttpAppParts, 'usage' | 'runs'>): Handlers<Extract<keyof Handlers, Ids>> {
  return {
    'usage.report': async ({ caller, query }) => ({ items: await usage.report(caller, query) }),
    'usage.limits': async ({ caller }) => ({ items: await usage.limits(caller) }),
    'usage.set-limit': async ({ caller, query, body }) => {
      await usage.setLimit(caller, query, body);
      return null;
    },
    'runs.list': ({ caller, query }) => runs.list(caller, query),
    'runs.get': ({ caller, params }) => runs.get(caller, params.run_id),
  };
}
