// Handlers: the org, its people, and invitations to it.

import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { invitationBody, orgBody, pageBody, pageRequest, personBody } from './account-bodies.ts';

type Ids = `org.${string}` | `people.${string}` | `invitations.${string}`;

export function peopleHandlers({
  accounts: { orgs, people, signInLinks, invitations },
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, Ids>> {
  return {
    'org.get': async ({ caller }) => orgBody(await orgs.get(caller)),
    'org.update': async ({ caller, body }) => {
      const { name, retention_days: retentionDays } = body;
      const settings = retentionDays === undefined ? undefined : { retentionDays };
      return orgBody(await orgs.update(caller, { name, settings }));
    },
    'people.list': async ({ caller, query }) =>
      pageBody(
        await people.list(caller, { ...pageRequest(query), search: query.search }),
        personBody,
      ),
    'people.get': async ({ caller, params }) =>
      personBody(await people.get(caller, params.person_id)),
    'people.update': async ({ caller, params, body }) => {
      const { is_disabled: isDisabled, ...rest } = body;
      return personBody(await people.update(caller, params.person_id, { ...rest, isDisabled }));
    },
    'people.remove': async ({ caller, params }) => {
      await people.remove(caller, params.person_id);
      return null;
    },
    'people.link': async ({ caller, params, serverUrl }) => {
      const { token, expiresAt } = await signInLinks.create(caller, params.person_id);
      return { url: `${serverUrl}/auth/link/${token}`, expires_at: expiresAt.toISOString() };
    },
    'invitations.list': async ({ caller, query }) =>
      pageBody(await invitations.list(caller, pageRequest(query)), invitationBody),
    'invitations.create': async ({ caller, body, serverUrl }) => {
      const { team_id: teamId, team_role: teamRole, ...rest } = body;
      const { invitation, token } = await invitations.create(caller, { ...rest, teamId, teamRole });
      return {
        invitation: invitationBody(invitation),
        link: {
          url: `${serverUrl}/auth/invitation/${token}`,
          expires_at: invitation.expiresAt.toISOString(),
        },
      };
    },
    'invitations.revoke': async ({ caller, params }) => {
      await invitations.revoke(caller, params.invitation_id);
      return null;
    },
  };
}
