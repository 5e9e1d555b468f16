// Accounts as they look on the wire.

import type { MeBody } from '#contract/api/auth-routes.ts';
import type { ContactChangeBody } from '#contract/api/contact-routes.ts';
import type { PersonBody } from '#contract/api/people-routes.ts';
import type { RoleChangeBody } from '#contract/api/role-routes.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import type {
  Accounts,
  ApiToken,
  Caller,
  Contact,
  ContactContent,
  Invitation,
  Org,
  Page,
  PageRequest,
  Person,
  Role,
  RoleChanges,
} from '#features/accounts/index.ts';
import type { PageBody, PageQuery } from '../services.ts';

export function pageRequest({ cursor, limit }: PageQuery): PageRequest {
  return { after: cursor, limit };
}

export function pageBody<Item, Body>(page: Page<Item>, body: (item: Item) => Body): PageBody<Body> {
  return { items: page.items.map((item) => body(item)), next_cursor: page.next };
}

export async function meBody(accounts: Accounts, caller: Caller): Promise<MeBody> {
  const [person, org] = await Promise.all([accounts.people.me(caller), accounts.orgs.get(caller)]);
  return { person: personBody(person), org: { id: org.id, name: org.name } };
}

export function personBody(person: Person): PersonBody {
  return {
    id: person.id,
    name: person.name,
    login: person.login,
    position: person.position,
    language: person.language,
    is_disabled: person.isDisabled,
    has_password: person.hasPassword,
    created_at: person.createdAt.toISOString(),
  };
}

export function orgBody(org: Org): RouteAnswer<'org.get'> {
  return {
    id: org.id,
    name: org.name,
    retention_days: org.settings.retentionDays,
    created_at: org.createdAt.toISOString(),
  };
}

export function invitationBody(
  invitation: Invitation,
): RouteAnswer<'invitations.create'>['invitation'] {
  return {
    id: invitation.id,
    position: invitation.position,
    team_id: invitation.teamId,
    team_role: invitation.teamRole,
    note: invitation.note,
    status: invitation.status,
    invited_by: invitation.invitedBy,
    accepted_by: invitation.acceptedBy,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

export function tokenBody(token: ApiToken): RouteAnswer<'tokens.create'>['token'] {
  return {
    id: token.id,
    person_id: token.personId,
    name: token.name,
    scopes: [...token.scopes],
    is_revoked: token.isRevoked,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}

export function roleBody(role: Role): RouteAnswer<'roles.get'> {
  const { maxRounds, wallSec, skillWallSec, dailyTokens, storageMb } = role.limits;
  return {
    id: role.id,
    name: role.name,
    persona: role.persona,
    model: role.model,
    skills: role.skills && [...role.skills],
    limits: {
      ...(maxRounds !== undefined && { max_rounds: maxRounds }),
      ...(wallSec !== undefined && { wall_sec: wallSec }),
      ...(skillWallSec !== undefined && { skill_wall_sec: skillWallSec }),
      ...(dailyTokens !== undefined && { daily_tokens: dailyTokens }),
      ...(storageMb !== undefined && { storage_mb: storageMb }),
    },
    team_id: role.teamId,
    is_archived: role.isArchived,
    created_at: role.createdAt.toISOString(),
  };
}

export function roleChanges(body: RoleChangeBody): RoleChanges {
  const { name, limits, team_id: teamId, is_archived: isArchived, ...rest } = body;
  return {
    ...rest,
    ...(name !== undefined && { name }),
    teamId,
    isArchived,
    limits: limits && {
      maxRounds: limits.max_rounds,
      wallSec: limits.wall_sec,
      skillWallSec: limits.skill_wall_sec,
      dailyTokens: limits.daily_tokens,
      storageMb: limits.storage_mb,
    },
  };
}

export function contactBody(contact: Contact): RouteAnswer<'contacts.get'> {
  return {
    id: contact.id,
    channel: contact.channel,
    key: contact.key,
    name: contact.name,
    phone: contact.phone,
    title: contact.title,
    department: contact.department,
    department_id: contact.departmentId,
    department_path: contact.departmentPath,
    position: contact.position,
    tags: [...contact.tags],
    emp_no: contact.empNo,
    person_id: contact.personId,
    created_at: contact.createdAt.toISOString(),
  };
}

export function contactChanges(body: ContactChangeBody): Partial<ContactContent> {
  const {
    department_id: departmentId,
    department_path: departmentPath,
    emp_no: empNo,
    person_id: personId,
    channel,
    key,
    ...rest
  } = body;
  return {
    ...rest,
    ...(channel !== undefined && { channel }),
    ...(key !== undefined && { key }),
    departmentId,
    departmentPath,
    empNo,
    personId,
  };
}
