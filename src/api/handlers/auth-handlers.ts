// Handlers: signing in and out.

import { AppError } from '#base/app-error.ts';
import type { MeBody } from '#contract/api/auth-routes.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';
import type { SignedIn } from '#features/accounts/index.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { meBody } from './account-bodies.ts';

type Ids = `auth.${string}`;

export function authHandlers({
  accounts,
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, Ids>> {
  const signedIn = async (
    { cookie }: SignedIn,
    browser: { readonly set: (value: string) => void },
  ): Promise<MeBody> => {
    const caller = await accounts.access.authenticate({ cookie });
    // Disabled within these milliseconds.
    if (caller === undefined) throw new AppError('not-signed-in', apiTexts.signInOver());
    browser.set(cookie);
    return meBody(accounts, caller);
  };
  return {
    'auth.sign-in': async ({ body, place, cookie }) =>
      signedIn(await accounts.signIns.withPassword({ ...place, ...body }), cookie),
    'auth.link': async ({ body, place, cookie }) =>
      signedIn(await accounts.signInLinks.redeem(body.token, place), cookie),
    'auth.invitation': async ({ body, ...call }) => {
      const { token, ...person } = body;
      const wanted = { ...person, language: person.language ?? (await call.language()) };
      return signedIn(await accounts.invitations.accept(token, wanted, call.place), call.cookie);
    },
    'auth.invitation-preview': async ({ body }) => {
      const preview = await accounts.invitations.preview(body.token);
      return {
        org_name: preview.orgName,
        position: preview.position,
        team_name: preview.teamName,
        expires_at: preview.expiresAt.toISOString(),
      };
    },
    'auth.sign-out': async ({ caller, cookie }) => {
      await accounts.signIns.signOut(caller);
      cookie.clear();
      return null;
    },
    'auth.password': async ({ caller, body, place, cookie }) => {
      const change = { current: body.current_password, next: body.new_password };
      cookie.set((await accounts.passwords.change(caller, change, place)).cookie);
      return null;
    },
  };
}
