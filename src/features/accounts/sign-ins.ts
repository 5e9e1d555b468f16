// Browser sign-ins: a random cookie value, stored as a hash, for 30 days after its last use.

import type { Caller } from './caller.ts';
import type { Page, PageRequest } from './page.ts';
import type { Person } from './people.ts';

export const SIGN_IN_DAYS = 30;

/** Where a sign-in comes from. */
export interface SignInPlace {
  /** The peer's IP address; what attempts are counted by. */
  readonly address: string;
  /** The browser's own words, to tell sign-ins apart; cut to 200 characters. */
  readonly device?: string | undefined;
}

export interface SignedIn {
  readonly person: Person;
  readonly signInId: string;
  /** The cookie's value: 256 random bits, never told again. Keep it for `SIGN_IN_DAYS`. */
  readonly cookie: string;
}

export interface SignIn {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly isCurrent: boolean;
  readonly lastUsedAt: Date;
  readonly createdAt: Date;
}

export interface SignIns {
  /**
   * Throws `sign-in-refused` for an unknown login, a wrong password and a disabled person alike, in the same time, and
   * `too-many-requests` (`details.retryAfterMs`) where there were too many wrong ones.
   */
  withPassword(
    attempt: SignInPlace & { readonly login: string; readonly password: string },
  ): Promise<SignedIn>;
  /** Ends the caller's own; again does nothing. */
  signOut(caller: Caller): Promise<void>;
  /** The caller's own that still hold. */
  list(caller: Caller, page?: PageRequest): Promise<Page<SignIn>>;
  /** One of the caller's own: a lost device, say. */
  end(caller: Caller, signInId: string): Promise<void>;
}
