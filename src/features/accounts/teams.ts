// Teams, who is in them, and as what.

import type { Caller } from './caller.ts';
import type { Page, PageRequest } from './page.ts';

export const TEAM_ROLES = ['owner', 'admin', 'member'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

export interface TeamMember {
  readonly teamId: string;
  readonly personId: string;
  readonly name: string;
  readonly login: string;
  readonly teamRole: TeamRole;
}

export interface Teams {
  /** Admins: all; members: the ones they are in. */
  list(caller: Caller, page?: PageRequest): Promise<Page<Team>>;
  /** `not-found` for a member who is not in it. */
  get(caller: Caller, teamId: string): Promise<Team>;
  /** Admins; `conflict` where the name is taken, whatever the case. */
  create(caller: Caller, team: { readonly name: string }): Promise<Team>;
  rename(caller: Caller, teamId: string, name: string): Promise<Team>;
  /** Admins; `conflict` while roles belong to it. */
  remove(caller: Caller, teamId: string): Promise<void>;
  /** Admins, and who is in it. */
  members(caller: Caller, teamId: string, page?: PageRequest): Promise<Page<TeamMember>>;
  /** Admins: puts a person into the team, or changes their team role. */
  setMember(
    caller: Caller,
    teamId: string,
    member: { readonly personId: string; readonly teamRole: TeamRole },
  ): Promise<TeamMember>;
  removeMember(caller: Caller, teamId: string, personId: string): Promise<void>;
  /** For the platform itself (CTX-06): the person's role in that team, `''` where there is none. Never made up. */
  roleOf(place: {
    readonly orgId: string;
    readonly userId: string;
    readonly teamId: string;
  }): Promise<TeamRole | ''>;
}
