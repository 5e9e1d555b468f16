// Handlers: teams, and who is in them.

import type { RouteAnswer } from '#contract/api/routes.ts';
import type { Team, TeamMember } from '#features/accounts/index.ts';
import type { HttpAppParts } from '../http-app-parts.ts';
import type { Handlers } from '../route-call.ts';
import { pageBody, pageRequest } from './account-bodies.ts';

export function teamHandlers({
  accounts: { teams },
}: Pick<HttpAppParts, 'accounts'>): Handlers<Extract<keyof Handlers, `teams.${string}`>> {
  return {
    'teams.list': async ({ caller, query }) =>
      pageBody(await teams.list(caller, pageRequest(query)), teamBody),
    'teams.get': async ({ caller, params }) => teamBody(await teams.get(caller, params.team_id)),
    'teams.create': async ({ caller, body }) => teamBody(await teams.create(caller, body)),
    'teams.update': async ({ caller, params, body }) =>
      teamBody(await teams.rename(caller, params.team_id, body.name)),
    'teams.delete': async ({ caller, params }) => {
      await teams.remove(caller, params.team_id);
      return null;
    },
    'teams.members': async ({ caller, params, query }) =>
      pageBody(await teams.members(caller, params.team_id, pageRequest(query)), memberBody),
    'teams.set-member': async ({ caller, params, body }) => {
      const member = { personId: params.person_id, teamRole: body.team_role };
      return memberBody(await teams.setMember(caller, params.team_id, member));
    },
    'teams.remove-member': async ({ caller, params }) => {
      await teams.removeMember(caller, params.team_id, params.person_id);
      return null;
    },
  };
}

function teamBody(team: Team): RouteAnswer<'teams.get'> {
  return { id: team.id, name: team.name, created_at: team.createdAt.toISOString() };
}

function memberBody(member: TeamMember): RouteAnswer<'teams.set-member'> {
  return {
    team_id: member.teamId,
    person_id: member.personId,
    name: member.name,
    login: member.login,
    team_role: member.teamRole,
  };
}
