// Passwords: argon2id, and who may set one.

import type { Caller } from './caller.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';

interface PasswordChange {
  /** Needed where there is a password, unless the caller signed in by a link within the last hour. */
  readonly current?: string | undefined;
  readonly next: string;
}

export interface Passwords {
  /**
   * The caller's own, from a browser. Ends all of the person's sign-ins and links and gives a fresh sign-in. Throws
   * `request-invalid` for one too short or long, `sign-in-refused` for a wrong current one, `too-many-requests`.
   */
  change(caller: Caller, change: PasswordChange, place: SignInPlace): Promise<SignedIn>;
}
