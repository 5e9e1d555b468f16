// How much an organisation, a role or a person may use, and whether a turn may start.

import type { AppError } from '#base/app-error.ts';

/** Whose use is limited: the whole organisation's without either, a person's in one role with both. */
export interface LimitScope {
  readonly roleId?: string | undefined;
  readonly personId?: string | undefined;
}

/** At least one of the two. */
export interface LimitAmounts {
  /** Input and output tokens together, in a day of UTC. */
  readonly tokensPerDay?: number | undefined;
  /** US dollars in decimal digits, in a month of UTC; models without a known price don't count. */
  readonly costPerMonth?: string | undefined;
}

export interface UsageLimit extends LimitScope, LimitAmounts {
  readonly tokensToday: number;
  /** US dollars as exact decimal digits. */
  readonly costThisMonth: string;
}

export interface UsageLimits {
  /** In the place of the scope's limit before; without an amount it is removed. */
  set(orgId: string, scope: LimitScope, amounts: LimitAmounts): Promise<void>;
  /** The organisation's first, then by role and person. */
  list(orgId: string): Promise<readonly UsageLimit[]>;
  /** Whether there was one. */
  remove(orgId: string, scope: LimitScope): Promise<boolean>;
  /**
   * `limit-reached` where a limit is used up that a turn of this person in this role counts towards, to be thrown
   * before the turn starts. What runs already goes on, so a limit can be passed by the turns in flight.
   */
  refusalFor(
    orgId: string,
    turn: { readonly roleId: string; readonly personId: string },
  ): Promise<AppError | undefined>;
}
