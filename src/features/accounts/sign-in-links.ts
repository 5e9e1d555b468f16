// Single-use links that sign a person in without a password: at the first start, and when one is forgotten.

import type { Caller } from './caller.ts';
import type { SignedIn, SignInPlace } from './sign-ins.ts';

export const SIGN_IN_LINK_MINUTES = 15;

export interface SignInLink {
  /** Goes into the address; single use. */
  readonly token: string;
  readonly personId: string;
  readonly expiresAt: Date;
}

export interface SignInLinks {
  /** For the platform itself (`qiao link`). `not-found` where there is nobody, or a disabled one. */
  issue(whom: { readonly personId: string } | { readonly login: string }): Promise<SignInLink>;
  /** Admins for members, owners for anybody. */
  create(caller: Caller, personId: string): Promise<SignInLink>;
  /** Whether it holds, without using it up. Throws as `redeem` does. */
  check(token: string): Promise<void>;
  /** Uses it up. `link-expired` for a used, an old and an unknown one. Call it on POST: previews follow GET. */
  redeem(token: string, place: SignInPlace): Promise<SignedIn>;
}
