// What a request carries through the HTTP app.

import type { HttpBindings } from '@hono/node-server';
import type { Caller } from '#features/accounts/index.ts';

export interface ApiEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    requestId: string;
    /** The route's id, for metrics and the log: an address may hold a secret. */
    route: string;
    /** Once it is known. */
    caller: Caller | undefined;
  };
}
