// Puts the subjects of the feature together.

import type { Database } from '#system/database/database.ts';
import type { Access } from './access.ts';
import { createAccountStore } from './account-store.ts';
import type { Actors } from './actors.ts';
import type { Contacts } from './contacts.ts';
import { createAccess } from './create-access.ts';
import { createActors } from './create-actors.ts';
import { createContacts } from './create-contacts.ts';
import { createInvitations } from './create-invitations.ts';
import { createOrgs } from './create-orgs.ts';
import { createPasswords } from './create-passwords.ts';
import { createPeople } from './create-people.ts';
import { createRoles } from './create-roles.ts';
import { createSignInLinks } from './create-sign-in-links.ts';
import { createSignIns } from './create-sign-ins.ts';
import { createTeams } from './create-teams.ts';
import { createTokens } from './create-tokens.ts';
import { createEnsureFirstOwner } from './ensure-first-owner.ts';
import type { EnsureFirstOwner } from './first-start.ts';
import type { Invitations } from './invitations.ts';
import type { Orgs } from './orgs.ts';
import type { Passwords } from './passwords.ts';
import type { People } from './people.ts';
import { createRemoveExpired } from './remove-expired.ts';
import type { Roles } from './roles.ts';
import type { SignInLinks } from './sign-in-links.ts';
import type { SignIns } from './sign-ins.ts';
import { createTeamMembers } from './team-members.ts';
import type { Teams } from './teams.ts';
import { createThrottle } from './throttle.ts';
import type { Tokens } from './tokens.ts';

export interface AccountsParts {
  readonly database: Database;
  /** A uuid. */
  readonly newId: () => string;
  /** 256 random bits, base64url: 43 characters. */
  readonly randomToken: () => string;
}

/**
 * What takes a `Caller` checks tenant and right: `not-found` for another organisation's thing (ORG-01), `not-allowed`
 * with a sentence for a missing right or scope, `request-invalid` for words that can't be.
 */
export interface Accounts {
  readonly access: Access;
  readonly orgs: Orgs;
  readonly people: People;
  readonly teams: Teams;
  readonly roles: Roles;
  readonly contacts: Contacts;
  readonly tokens: Tokens;
  readonly signIns: SignIns;
  readonly signInLinks: SignInLinks;
  readonly invitations: Invitations;
  readonly passwords: Passwords;
  readonly actors: Actors;
  readonly ensureFirstOwner: EnsureFirstOwner;
  /** Housekeeping, once a day: what has been over for a month. Gives the number of rows. */
  removeExpired(): Promise<number>;
}

export function createAccounts({ database, newId, randomToken }: AccountsParts): Accounts {
  const store = createAccountStore(database);
  const parts = { store, database, newId, randomToken };
  const members = createTeamMembers(parts);
  const throttle = createThrottle(store);
  const contacts = createContacts(parts);
  return {
    access: createAccess(database),
    orgs: createOrgs(parts),
    people: createPeople(store),
    teams: createTeams(parts, members),
    roles: createRoles(parts, members),
    contacts,
    tokens: createTokens(parts),
    signIns: createSignIns(parts, throttle),
    signInLinks: createSignInLinks(parts),
    invitations: createInvitations(parts),
    passwords: createPasswords(parts, throttle),
    actors: createActors(parts, contacts),
    ensureFirstOwner: createEnsureFirstOwner(parts),
    removeExpired: createRemoveExpired(store),
  };
}
