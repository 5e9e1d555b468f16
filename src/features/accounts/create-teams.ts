// Teams in the database.

import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';
import type { AccountStore } from './account-store.ts';
import { checkedName, sameWordKey } from './account-words.ts';
import type { Caller } from './caller.ts';
import { found } from './not-found.ts';
import { pageBounds, toPage, type Page, type PageRequest } from './page.ts';
import { isAdmin, requireAdminChanging, requireReading } from './rights.ts';
import type { SubjectParts } from './subject-parts.ts';
import type { TeamMembers } from './team-members.ts';
import type { Team, Teams } from './teams.ts';

export function createTeams(parts: SubjectParts, members: TeamMembers): Teams {
  const { store } = parts;
  /** Throws `not-found` for a team the caller may not see. */
  const seen = async (caller: Caller, teamId: string) => {
    requireReading(caller);
    const { orgId, personId } = caller;
    const team = await findTeam(store, orgId, teamId);
    const may = isAdmin(caller.position) || (await members.has({ orgId, teamId, personId }));
    return found(may ? team : undefined, 'team');
  };
  return {
    list: (caller, page = {}) => listTeams(store, caller, page),
    get: seen,
    async create(caller, { name }) {
      requireAdminChanging(caller);
      return createTeam(parts, caller.orgId, checkedName(name));
    },
    async rename(caller, teamId, name) {
      requireAdminChanging(caller);
      return renameTeam(store, { id: teamId, orgId: caller.orgId, name: checkedName(name) });
    },
    async remove(caller, teamId) {
      requireAdminChanging(caller);
      await removeTeam(store, caller.orgId, teamId);
    },
    async members(caller, teamId, page = {}) {
      await seen(caller, teamId);
      return members.list({ orgId: caller.orgId, teamId }, page);
    },
    async setMember(caller, teamId, { personId, teamRole }) {
      requireAdminChanging(caller);
      return members.set({ orgId: caller.orgId, teamId, personId }, teamRole);
    },
    async removeMember(caller, teamId, personId) {
      requireAdminChanging(caller);
      await members.remove({ orgId: caller.orgId, teamId, personId });
    },
    roleOf: ({ orgId, userId, teamId }) => members.roleOf({ orgId, teamId, personId: userId }),
  };
}

const COLUMNS = ['id', 'name', 'createdAt'] as const;

async function listTeams(
  store: AccountStore,
  caller: Caller,
  page: PageRequest,
): Promise<Page<Team>> {
  requireReading(caller);
  const { limit, afterSeq } = pageBounds(page);
  const rows = await store.read((tables) => {
    const all = tables
      .selectFrom('teams')
      .select([...COLUMNS, 'seq'])
      .where('orgId', '=', caller.orgId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit + 1);
    if (isAdmin(caller.position)) return all.execute();
    const own = tables
      .selectFrom('teamMembers')
      .select('teamId')
      .where('orgId', '=', caller.orgId)
      .where('personId', '=', caller.personId);
    return all.where('id', 'in', own).execute();
  });
  return toPage(rows, limit, ({ seq: _seq, ...team }) => team);
}

function findTeam(store: AccountStore, orgId: string, teamId: string): Promise<Team | undefined> {
  return store.read((tables) =>
    tables
      .selectFrom('teams')
      .select(COLUMNS)
      .where('orgId', '=', orgId)
      .where('id', '=', teamId)
      .executeTakeFirst(),
  );
}

function createTeam({ store, newId }: SubjectParts, orgId: string, name: string): Promise<Team> {
  return store.write((tables) =>
    tables
      .insertInto('teams')
      .values({ id: newId(), orgId, name, nameKey: sameWordKey(name) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
}

async function renameTeam(
  store: AccountStore,
  { id, orgId, name }: { readonly id: string; readonly orgId: string; readonly name: string },
): Promise<Team> {
  const row = await store.write((tables) =>
    tables
      .updateTable('teams')
      .set({ name, nameKey: sameWordKey(name) })
      .where('orgId', '=', orgId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst(),
  );
  return found(row, 'team');
}

function removeTeam(store: AccountStore, orgId: string, teamId: string): Promise<void> {
  return store.write(async (tables) => {
    // The lock keeps a role from joining the team between the look and the removal.
    const team = await tables
      .selectFrom('teams')
      .select('id')
      .where('orgId', '=', orgId)
      .where('id', '=', teamId)
      .forUpdate()
      .executeTakeFirst();
    const { id } = found(team, 'team');
    const role = await tables
      .selectFrom('roles')
      .select('id')
      .where('orgId', '=', orgId)
      .where('teamId', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (role !== undefined) throw new AppError('conflict', accountTexts.teamHasRoles());
    await tables.deleteFrom('teams').where('id', '=', id).execute();
  });
}
