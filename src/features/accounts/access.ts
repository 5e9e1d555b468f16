// Who a request comes from: one prepared statement by the hash of the cookie or token.

import type { Caller } from './caller.ts';

export type Credential = { readonly cookie: string } | { readonly bearer: string };

export interface Access {
  /** Undefined for what is unknown, expired, ended or revoked, and for a disabled person. */
  authenticate(credential: Credential): Promise<Caller | undefined>;
  /** For the platform itself: as this person, with every scope. Undefined where there is none or a disabled one. */
  actAs(who: { readonly orgId: string; readonly personId: string }): Promise<Caller | undefined>;
}
