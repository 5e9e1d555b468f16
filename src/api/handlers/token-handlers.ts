// Handlers: tokens for programs.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { pageBody, pageRequest, tokenBody } from './account-bodies.ts';

export function tokenHandlers({
  accounts: { tokens },
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, `tokens.${string}`>> {
  return {
    'tokens.list': async ({ caller, query }) =>
      pageBody(await tokens.list(caller, pageRequest(query)), tokenBody),
    'tokens.create': async ({ caller, body }) => {
      const { expires_in_days: expiresInDays, ...rest } = body;
      const { token, secret } = await tokens.create(caller, { ...rest, expiresInDays });
      return { token: tokenBody(token), secret };
    },
    'tokens.revoke': async ({ caller, params }) => {
      await tokens.revoke(caller, params.token_id);
      return null;
    },
  };
}
