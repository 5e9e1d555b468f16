// Handlers: contacts, whom skills see as actors.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { contactBody, contactChanges, pageBody, pageRequest } from './account-bodies.ts';

export function contactHandlers({
  accounts: { contacts },
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, `contacts.${string}`>> {
  return {
    'contacts.list': async ({ caller, query }) => {
      const { search, channel } = query;
      const page = await contacts.list(caller, { ...pageRequest(query), search, channel });
      return pageBody(page, contactBody);
    },
    'contacts.get': async ({ caller, params }) =>
      contactBody(await contacts.get(caller, params.contact_id)),
    'contacts.create': async ({ caller, body }) => {
      const { channel, key } = body;
      return contactBody(await contacts.create(caller, { ...contactChanges(body), channel, key }));
    },
    'contacts.update': async ({ caller, params, body }) =>
      contactBody(await contacts.update(caller, params.contact_id, contactChanges(body))),
    'contacts.remove': async ({ caller, params }) => {
      await contacts.remove(caller, params.contact_id);
      return null;
    },
  };
}
