// Handlers: one's own account.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { meBody, pageBody, pageRequest } from './account-bodies.ts';

type Ids = `me.${string}` | `sign-ins.${string}`;

export function meHandlers({
  accounts,
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, Ids>> {
  return {
    'me.get': async ({ caller, cookie }) => {
      const me = await meBody(accounts, caller);
      cookie.renew();
      return me;
    },
    'me.update': async ({ caller, body }) => {
      await accounts.people.update(caller, caller.personId, body);
      return meBody(accounts, caller);
    },
    'sign-ins.list': async ({ caller, query }) =>
      pageBody(await accounts.signIns.list(caller, pageRequest(query)), (signIn) => ({
        id: signIn.id,
        device: signIn.device,
        address: signIn.address,
        is_current: signIn.isCurrent,
        last_used_at: signIn.lastUsedAt.toISOString(),
        created_at: signIn.createdAt.toISOString(),
      })),
    'sign-ins.revoke': async ({ caller, params }) => {
      await accounts.signIns.end(caller, params.sign_in_id);
      return null;
    },
  };
}
