// Handlers: the roles people talk to.

import type { Language } from '#base/text.ts';
import { skillTexts } from '#contract/texts/skill-texts.ts';
import type { Role } from '#features/accounts/index.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { pageBody, pageRequest, roleBody, roleChanges } from './account-bodies.ts';

export function roleHandlers({
  accounts: { roles },
  skills,
}: Pick<HttpAppParts, 'accounts' | 'skills'>): Handlers<
  Extract<keyof Handlers, `roles.${string}`>
> {
  const savedBody = async (role: Role, language: () => Promise<Language>) => {
    const unknown = await skills.unknownOf(role.skills ?? []);
    const warnings = unknown.length > 0 ? [skillTexts.roleNamesUnknown(unknown)] : [];
    const asked = await language();
    return { ...roleBody(role), warnings: warnings.map((text) => text[asked]) };
  };
  return {
    'roles.list': async ({ caller, query }) =>
      pageBody(
        await roles.list(caller, { ...pageRequest(query), archived: query.archived }),
        roleBody,
      ),
    'roles.get': async ({ caller, params }) => roleBody(await roles.get(caller, params.role_id)),
    'roles.create': async ({ caller, body, language }) =>
      savedBody(await roles.create(caller, { ...roleChanges(body), name: body.name }), language),
    'roles.update': async ({ caller, params, body, language }) =>
      savedBody(await roles.update(caller, params.role_id, roleChanges(body)), language),
  };
}
