// The feature's tables as Kysely sees them, in camel case.

import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Language } from '#base/text.ts';
import type { Position, Scope } from './caller.ts';
import type { OrgSettings } from './orgs.ts';
import type { RoleLimits } from './roles.ts';
import type { TeamRole } from './teams.ts';

/** Written as JSON text. */
type Json<Value> = ColumnType<Value, string, string>;
type CreatedAt = ColumnType<Date, never, never>;

interface OrgsTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly name: string;
  readonly settings: Json<Partial<OrgSettings>>;
  readonly createdAt: CreatedAt;
}

interface PeopleTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly name: string;
  readonly login: string;
  readonly loginKey: string;
  readonly position: Position;
  readonly language: Language;
  readonly passwordHash: string | null;
  readonly isDisabled: Generated<boolean>;
  readonly createdAt: CreatedAt;
}

interface TeamsTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly createdAt: CreatedAt;
}

interface TeamMembersTable {
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly teamId: string;
  readonly personId: string;
  readonly teamRole: TeamRole;
  readonly createdAt: CreatedAt;
}

interface RolesTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly persona: Generated<string>;
  readonly model: string | null;
  readonly skills: readonly string[] | null;
  readonly limits: ColumnType<RoleLimits, string | undefined, string>;
  readonly teamId: string | null;
  readonly isArchived: Generated<boolean>;
  readonly createdAt: CreatedAt;
}

interface ContactsTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly channel: string;
  readonly key: string;
  readonly name: Generated<string>;
  readonly phone: Generated<string>;
  readonly title: Generated<string>;
  readonly department: Generated<string>;
  readonly departmentId: Generated<string>;
  readonly departmentPath: Generated<string>;
  readonly position: Generated<string>;
  readonly tags: Generated<readonly string[]>;
  readonly empNo: Generated<string>;
  readonly personId: string | null;
  readonly createdAt: CreatedAt;
}

interface ApiTokensTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly personId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdAt: CreatedAt;
}

interface SignInsTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly personId: string;
  readonly secretHash: Buffer;
  readonly via: 'password' | 'link' | 'invitation';
  readonly address: string;
  readonly device: string;
  readonly createdAt: CreatedAt;
  readonly lastUsedAt: Generated<Date>;
  readonly endedAt: Date | null;
}

interface SignInLinksTable {
  readonly tokenHash: Buffer;
  readonly orgId: string;
  readonly personId: string;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly createdAt: CreatedAt;
}

interface InvitationsTable {
  readonly id: string;
  readonly seq: GeneratedAlways<number>;
  readonly orgId: string;
  readonly tokenHash: Buffer;
  readonly position: Position;
  readonly teamId: string | null;
  readonly teamRole: TeamRole | null;
  readonly note: string;
  readonly invitedBy: string | null;
  readonly acceptedBy: string | null;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly createdAt: CreatedAt;
}

interface ThrottlesTable {
  readonly key: string;
  readonly failures: number;
  readonly blockedUntil: Date;
  readonly updatedAt: Date;
}

export interface AccountTables {
  readonly orgs: OrgsTable;
  readonly people: PeopleTable;
  readonly teams: TeamsTable;
  readonly teamMembers: TeamMembersTable;
  readonly roles: RolesTable;
  readonly contacts: ContactsTable;
  readonly apiTokens: ApiTokensTable;
  readonly signIns: SignInsTable;
  readonly signInLinks: SignInLinksTable;
  readonly invitations: InvitationsTable;
  readonly throttles: ThrottlesTable;
}

export type OrgRow = Selectable<OrgsTable>;
export type PersonRow = Selectable<PeopleTable>;
export type RoleRow = Selectable<RolesTable>;
export type ContactRow = Selectable<ContactsTable>;
export type ApiTokenRow = Selectable<ApiTokensTable>;
export type InvitationRow = Selectable<InvitationsTable>;
