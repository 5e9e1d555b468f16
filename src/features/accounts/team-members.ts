// Who is in a team, and as what (CTX-06).

import type { AccountStore } from './account-store.ts';
import { found } from './not-found.ts';
import { pageBounds, toPage, type Page, type PageRequest } from './page.ts';
import type { SubjectParts } from './subject-parts.ts';
import { TEAM_ROLES, type TeamMember, type TeamRole } from './teams.ts';

/** Rights are checked before. */
export interface TeamMembers {
  list(team: TeamPlace, page: PageRequest): Promise<Page<TeamMember>>;
  has(place: MemberPlace): Promise<boolean>;
  set(place: MemberPlace, teamRole: TeamRole): Promise<TeamMember>;
  remove(place: MemberPlace): Promise<void>;
  roleOf(place: MemberPlace): Promise<TeamRole | ''>;
}

interface TeamPlace {
  readonly orgId: string;
  readonly teamId: string;
}

interface MemberPlace extends TeamPlace {
  readonly personId: string;
}

const ROLE_OF = `select m.team_role from platform.team_members m
  join platform.people p on p.id = m.person_id
  where m.org_id = $1 and m.team_id = $2 and m.person_id = $3 and not p.is_disabled`;

export function createTeamMembers({ store, database }: SubjectParts): TeamMembers {
  return {
    list: (team, page) => listMembers(store, team, page),
    async has({ orgId, teamId, personId }) {
      const row = await store.read((tables) =>
        tables
          .selectFrom('teamMembers')
          .select('personId')
          .where('orgId', '=', orgId)
          .where('teamId', '=', teamId)
          .where('personId', '=', personId)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
    set: (place, teamRole) => setMember(store, place, teamRole),
    async remove({ orgId, teamId, personId }) {
      const gone = await store.write((tables) =>
        tables
          .deleteFrom('teamMembers')
          .where('orgId', '=', orgId)
          .where('teamId', '=', teamId)
          .where('personId', '=', personId)
          .returning('personId')
          .executeTakeFirst(),
      );
      found(gone, 'team member');
    },
    async roleOf({ orgId, teamId, personId }) {
      if (teamId === '' || personId === '') return '';
      const values = [orgId, teamId, personId];
      const rows = await database.again(() =>
        database.run({ name: 'accounts-team-role', text: ROLE_OF, values }),
      );
      return TEAM_ROLES.find((role) => role === rows[0]?.['team_role']) ?? '';
    },
  };
}

async function listMembers(
  store: AccountStore,
  { orgId, teamId }: TeamPlace,
  page: PageRequest,
): Promise<Page<TeamMember>> {
  const { limit, afterSeq } = pageBounds(page);
  const rows = await store.read((tables) =>
    tables
      .selectFrom('teamMembers as m')
      .innerJoin('people as p', 'p.id', 'm.personId')
      .select(['m.seq', 'm.teamId', 'm.personId', 'm.teamRole', 'p.name', 'p.login'])
      .where('m.orgId', '=', orgId)
      .where('m.teamId', '=', teamId)
      .where('m.seq', '>', afterSeq)
      .orderBy('m.seq')
      .limit(limit + 1)
      .execute(),
  );
  return toPage(rows, limit, ({ seq: _seq, ...member }) => member);
}

function setMember(
  store: AccountStore,
  { orgId, teamId, personId }: MemberPlace,
  teamRole: TeamRole,
): Promise<TeamMember> {
  return store.write(async (tables) => {
    await tables
      .insertInto('teamMembers')
      .values({ orgId, teamId, personId, teamRole })
      .onConflict((at) => at.columns(['orgId', 'teamId', 'personId']).doUpdateSet({ teamRole }))
      .execute();
    const person = await tables
      .selectFrom('people')
      .select(['name', 'login'])
      .where('orgId', '=', orgId)
      .where('id', '=', personId)
      .executeTakeFirst();
    return { teamId, personId, teamRole, ...found(person, 'person') };
  });
}
