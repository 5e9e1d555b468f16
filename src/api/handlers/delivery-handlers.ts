// Handlers: answers that are sent to channels.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';

type Ids = Extract<keyof Handlers, `deliveries.${string}` | `messages.${string}`>;

export function deliveryHandlers({ deliveries }: Pick<HttpAppParts, 'deliveries'>): Handlers<Ids> {
  return {
    'deliveries.resend': ({ caller, params, body }) => {
      const place = { sessionId: params.session_id, deliveryId: params.delivery_id };
      return deliveries.resend(caller, place, body);
    },
    'messages.list': async ({ caller, params, query }) => ({
      items: [...(await deliveries.messages(caller, params.session_id, query))],
    }),
  };
}
