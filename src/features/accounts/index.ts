// The door of accounts: organisations and who may do what in them.

export type { Access, Credential } from './access.ts';
export { createAccounts, type Accounts } from './accounts.ts';
export { accountsMigrations } from './accounts-migrations.ts';
export type { Actor } from './actors.ts';
export { type Caller, type Position, type Scope } from './caller.ts';
export type { Contact, ContactContent } from './contacts.ts';
export { type Invitation, type NewPerson } from './invitations.ts';
export type { Org } from './orgs.ts';
export type { Page, PageRequest } from './page.ts';
export type { Person } from './people.ts';
export type { Role, RoleChanges } from './roles.ts';
export { SIGN_IN_DAYS, type SignedIn, type SignInPlace } from './sign-ins.ts';
export { type Team, type TeamMember } from './teams.ts';
export type { ApiToken } from './tokens.ts';
