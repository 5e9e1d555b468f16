// What goes on in the background of a conversation: seen, and cancelled.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

type Ids = 'background.list' | 'background.cancel';

export function backgroundHandlers({
  background,
}: Pick<HttpAppParts, 'background'>): Handlers<Ids> {
  return {
    'background.list': ({ caller, params, query }) =>
      background.list(caller, params.session_id, query),
    'background.cancel': async ({ caller, params }) => {
      await background.cancel(caller, { sessionId: params.session_id, id: params.background_id });
      return null;
    },
  };
}
