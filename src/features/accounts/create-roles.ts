// Roles in the database.

import type { AccountStore } from './account-store.ts';
import type { RoleRow } from './account-tables.ts';
import { checkedName, checkedText, sameWordKey } from './account-words.ts';
import type { Caller } from './caller.ts';
import { found } from './not-found.ts';
import { pageBounds, toPage, type Page } from './page.ts';
import { isAdmin, requireAdminChanging } from './rights.ts';
import type { Role, RoleContent, RolesRequest, Roles } from './roles.ts';
import type { SubjectParts } from './subject-parts.ts';
import type { TeamMembers } from './team-members.ts';

const PERSONA_MOST = 100_000;

const IS_OPEN_TO = `select 1 from platform.roles r
  join platform.people p on p.org_id = r.org_id and p.id = $3 and not p.is_disabled
  where r.org_id = $1 and r.id = $2 and (r.team_id is null or p.position in ('owner', 'admin')
    or exists (select from platform.team_members m
      where m.org_id = r.org_id and m.team_id = r.team_id and m.person_id = p.id))`;

export function createRoles(parts: SubjectParts, members: TeamMembers): Roles {
  const { store, database, newId } = parts;
  return {
    list: (caller, request = {}) => listRoles(store, caller, request),
    async get(caller, roleId) {
      const role = found(await findRole(store, caller.orgId, roleId), 'role');
      return found((await maySee(members, caller, role)) ? role : undefined, 'role');
    },
    async create(caller, { name, ...content }) {
      requireAdminChanging(caller);
      const { orgId } = caller;
      const row = await store.write((tables) =>
        tables
          .insertInto('roles')
          .values({ id: newId(), orgId, ...nameValues(name), ...valuesOf(content) })
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
      return toRole(row);
    },
    async update(caller, roleId, { name, isArchived, ...content }) {
      requireAdminChanging(caller);
      const set = {
        ...(name !== undefined && nameValues(name)),
        ...(isArchived !== undefined && { isArchived }),
        ...valuesOf(content),
      };
      if (Object.keys(set).length === 0) {
        return found(await findRole(store, caller.orgId, roleId), 'role');
      }
      const row = await store.write((tables) =>
        tables
          .updateTable('roles')
          .set(set)
          .where('orgId', '=', caller.orgId)
          .where('id', '=', roleId)
          .returningAll()
          .executeTakeFirst(),
      );
      return toRole(found(row, 'role'));
    },
    find: (orgId, roleId) => findRole(store, orgId, roleId),
    async isOpenTo({ orgId, roleId, personId }) {
      const values = [orgId, roleId, personId];
      const statement = { name: 'accounts-role-open', text: IS_OPEN_TO, values };
      return (await database.again(() => database.run(statement))).length > 0;
    },
  };
}

async function listRoles(
  store: AccountStore,
  caller: Caller,
  { archived = false, ...page }: RolesRequest,
): Promise<Page<Role>> {
  const { limit, afterSeq } = pageBounds(page);
  const { orgId, personId, position } = caller;
  const rows = await store.read((tables) => {
    const all = tables
      .selectFrom('roles')
      .selectAll()
      .where('orgId', '=', orgId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1);
    if (isAdmin(position) && archived) return all.execute();
    const current = all.where('isArchived', '=', false);
    if (isAdmin(position)) return current.execute();
    const own = tables
      .selectFrom('teamMembers')
      .select('teamId')
      .where('orgId', '=', orgId)
      .where('personId', '=', personId);
    return current
      .where((where) => where.or([where('teamId', 'is', null), where('teamId', 'in', own)]))
      .execute();
  });
  return toPage(rows, limit, toRole);
}

async function findRole(
  store: AccountStore,
  orgId: string,
  roleId: string,
): Promise<Role | undefined> {
  const row = await store.read((tables) =>
    tables
      .selectFrom('roles')
      .selectAll()
      .where('orgId', '=', orgId)
      .where('id', '=', roleId)
      .executeTakeFirst(),
  );
  return row === undefined ? undefined : toRole(row);
}

async function maySee(members: TeamMembers, caller: Caller, { teamId }: Role): Promise<boolean> {
  if (teamId === null || isAdmin(caller.position)) return true;
  return members.has({ orgId: caller.orgId, teamId, personId: caller.personId });
}

function nameValues(given: string): Pick<RoleRow, 'name' | 'nameKey'> {
  const name = checkedName(given);
  return { name, nameKey: sameWordKey(name) };
}

/** Undefined words stay out of the statement. */
function valuesOf({ persona, model, skills, limits, teamId }: Omit<RoleContent, 'name'>): Partial<
  Pick<RoleRow, 'persona' | 'model' | 'skills' | 'teamId'>
> & {
  readonly limits?: string;
} {
  return {
    ...(persona !== undefined && { persona: checkedText('persona', persona, PERSONA_MOST) }),
    ...(model !== undefined && { model: model === null ? null : checkedName(model) }),
    ...(skills !== undefined && { skills: skills?.map(checkedName) ?? null }),
    ...(limits !== undefined && { limits: JSON.stringify(limits) }),
    ...(teamId !== undefined && { teamId }),
  };
}

function toRole({ seq: _seq, nameKey: _key, ...role }: RoleRow): Role {
  return role;
}
