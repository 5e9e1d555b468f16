// Handlers: the roles people talk to.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { pageBody, pageRequest, roleBody, roleChanges } from './account-bodies.ts';

export function roleHandlers({
  accounts: { roles },
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, `roles.${string}`>> {
  return {
    'roles.list': async ({ caller, query }) =>
      pageBody(
        await roles.list(caller, { ...pageRequest(query), archived: query.archived }),
        roleBody,
      ),
    'roles.get': async ({ caller, params }) => roleBody(await roles.get(caller, params.role_id)),
    'roles.create': async ({ caller, body }) =>
      roleBody(await roles.create(caller, { ...roleChanges(body), name: body.name })),
    'roles.update': async ({ caller, params, body }) =>
      roleBody(await roles.update(caller, params.role_id, roleChanges(body))),
  };
}
