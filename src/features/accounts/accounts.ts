// Puts the subjects of the feature together.

import type { Database } from '#system/database/database.ts';
import type { Access } from './access.ts';
import type { Actors } from './actors.ts';
import type { Contacts } from './contacts.ts';
import type { EnsureFirstOwner } from './first-start.ts';
import type { Invitations } from './invitations.ts';
import type { Orgs } from './orgs.ts';
import type { Passwords } from './passwords.ts';
import type { People } from './people.ts';
import type { Roles } from './roles.ts';
import type { SignInLinks } from './sign-in-links.ts';
import type { SignIns } from './sign-ins.ts';
import type { Teams } from './teams.ts';
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
