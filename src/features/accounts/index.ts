// The door of accounts: organisations and who may do what in them.

export type { Access, Credential } from './access.ts';
export { createAccounts, type Accounts, type AccountsParts } from './accounts.ts';
export { accountsMigrations } from './accounts-migrations.ts';
export type { ActorFacts, ActorPlace } from './actor.ts';
export type { Actor } from './actors.ts';
export { POSITIONS, SCOPES, type Caller, type Position, type Scope } from './caller.ts';
export type { Contact, ContactChanges, ContactContent } from './contacts.ts';
export type { FirstStart } from './first-start.ts';
export {
  INVITATION_DAYS,
  type Invitation,
  type InvitationContent,
  type InvitationPreview,
  type NewPerson,
} from './invitations.ts';
export type { NewOrg, Org, OrgChanges, OrgSettings, OrgStart } from './orgs.ts';
export type { Page, PageRequest } from './page.ts';
export { PASSWORD_BYTES_MOST, PASSWORD_CHARACTERS_LEAST } from './password-hash.ts';
export type { PasswordChange } from './passwords.ts';
export type { Person, PersonChanges } from './people.ts';
export type { Role, RoleChanges, RoleContent, RoleLimits } from './roles.ts';
export { SIGN_IN_LINK_MINUTES, type SignInLink } from './sign-in-links.ts';
export { SIGN_IN_DAYS, type SignedIn, type SignIn, type SignInPlace } from './sign-ins.ts';
export { TEAM_ROLES, type Team, type TeamMember, type TeamRole } from './teams.ts';
export type { ApiToken, TokenContent } from './tokens.ts';
