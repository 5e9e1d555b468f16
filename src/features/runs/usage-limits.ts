// How much an organisation, a role or a person may use, and whether a turn may start.

import * as z from 'zod';
import type { AppError } from '#base/app-error.ts';

/** Whose use is limited: the whole organisation's without either, a person's in one role with both. */
export interface LimitScope {
  readonly roleId?: string | undefined;
  readonly personId?: string | undefined;
}

export const limitAmountsSchema = z.strictObject({
  /** Input and output tokens together, in a day of UTC. */
  tokensPerDay: z.int().min(0).optional(),
  /** US dollars in decimal digits, in a month of UTC; models without a known price don't count. */
  costPerMonth: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/)
    .optional(),
});
type LimitAmounts = Readonly<z.infer<typeof limitAmountsSchema>>;

interface UsageLimit extends LimitScope, LimitAmounts {
  readonly tokensToday: number;
  /** US dollars as exact decimal digits. */
  readonly costThisMonth: string;
}

export interface LimitedTurn {
  readonly roleId: string;
  readonly personId: string;
}

/** Every method throws `database-unavailable`. */
export interface UsageLimits {
  /** In the place of the scope's limit before; without any amount that one is removed. */
  set(orgId: string, scope: LimitScope, amounts: LimitAmounts): Promise<void>;
  /** The organisation's first, then by role and person. */
  list(orgId: string): Promise<readonly UsageLimit[]>;
  /** Whether there was one. */
  remove(orgId: string, scope: LimitScope): Promise<boolean>;
  /**
   * `limit-reached` where a limit is used up that a turn of this person in this role counts towards: to be thrown
   * before the turn starts. Its details: `limit`, `whose`, `used`, `most`, `resetsAt`, `retryAfterMs`. What runs
   * already goes on, so the turns in flight can pass a limit.
   */
  refusalFor(orgId: string, turn: LimitedTurn): Promise<AppError | undefined>;
}
