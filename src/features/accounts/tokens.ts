// Tokens for programs and the command line: shown once, stored as a hash, limited to scopes.

import type { Caller, Scope } from './caller.ts';
import type { Page, PageRequest } from './page.ts';

export interface ApiToken {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: never. */
  readonly expiresAt: Date | null;
  readonly isRevoked: boolean;
  /** To the minute; null: never. */
  readonly lastUsedAt: Date | null;
  readonly createdAt: Date;
}

export interface TokenContent {
  readonly name: string;
  /** At least one, and none that the caller lacks. */
  readonly scopes: readonly Scope[];
  /** Without it the token holds until it is revoked. */
  readonly expiresInDays?: number | undefined;
}

export interface Tokens {
  /** For the caller. `secret` is `qiao_…` and is never told again. */
  create(
    caller: Caller,
    token: TokenContent,
  ): Promise<{ readonly token: ApiToken; readonly secret: string }>;
  /** The caller's own; admins may name another person. */
  list(
    caller: Caller,
    request?: PageRequest & { readonly personId?: string | undefined },
  ): Promise<Page<ApiToken>>;
  /** One's own, or (admins) anybody's but an owner's. Again does nothing. */
  revoke(caller: Caller, tokenId: string): Promise<void>;
}
