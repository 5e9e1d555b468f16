// Roles: the personas that people talk to, with their model, skills and limits.

import type { Caller } from './caller.ts';
import type { Page, PageRequest } from './page.ts';

/** What is absent is the instance's. */
export interface RoleLimits {
  /** Model steps a turn. */
  readonly maxRounds?: number | undefined;
  /** Seconds a turn, and so each of its calls. */
  readonly wallSec?: number | undefined;
  /** Seconds a skill that declares none itself (CLK-01). */
  readonly skillWallSec?: number | undefined;
  /** Tokens a day, of all its conversations together. */
  readonly dailyTokens?: number | undefined;
  /** MB of the workspaces and delivered files of all its conversations together. */
  readonly storageMb?: number | undefined;
}

export interface Role {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  /** The system prompt's words about who this is. */
  readonly persona: string;
  /** `openai/…`, `anthropic/…` or `offline`; null is the instance's own. */
  readonly model: string | null;
  /** Names of the skills that may run for it, also where another skill calls them; null means all. */
  readonly skills: readonly string[] | null;
  readonly limits: RoleLimits;
  /** Only people of this team (and admins) see it; null: everybody of the organisation. */
  readonly teamId: string | null;
  readonly isArchived: boolean;
  readonly createdAt: Date;
}

export interface RoleContent {
  readonly name: string;
  readonly persona?: string | undefined;
  readonly model?: string | null | undefined;
  readonly skills?: readonly string[] | null | undefined;
  readonly limits?: RoleLimits | undefined;
  readonly teamId?: string | null | undefined;
}

export interface RoleChanges extends Omit<RoleContent, 'name'> {
  readonly name?: string | undefined;
  /** An archived role answers nobody; its conversations stay. */
  readonly isArchived?: boolean | undefined;
}

export interface RolesRequest extends PageRequest {
  /** With the archived ones too (admins). */
  readonly archived?: boolean | undefined;
}

export interface Roles {
  /** What the caller may talk to; admins see every team's. */
  list(caller: Caller, request?: RolesRequest): Promise<Page<Role>>;
  /** `not-found` for a role the caller may not see. An archived one is still given. */
  get(caller: Caller, roleId: string): Promise<Role>;
  /** Admins; `conflict` where a role of that name is there and not archived. */
  create(caller: Caller, role: RoleContent): Promise<Role>;
  update(caller: Caller, roleId: string, changes: RoleChanges): Promise<Role>;
  /** For the platform itself: any role of the organisation, archived or not. */
  find(orgId: string, roleId: string): Promise<Role | undefined>;
  /** For the platform itself: whether this person, enabled, may talk to it now. A conversation outlives that right. */
  isOpenTo(place: {
    readonly orgId: string;
    readonly roleId: string;
    readonly personId: string;
  }): Promise<boolean>;
}
