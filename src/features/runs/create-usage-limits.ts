// Limits on usage in PostgreSQL, compared with the days' usage where they stand.

import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import { usageTexts, type LimitedUse } from '#contract/texts/usage-texts.ts';
import type { Database } from '#system/database/database.ts';
import type { LimitedTurn, LimitScope, UsageLimits } from './usage-limits.ts';
import { dayOf, monthStartOf, nextDayOf, nextMonthOf } from './utc-day.ts';

/** `$1` the organisation, `$2` today, `$3` the month's first day. */
const limitsWithUse = (firstDay: string) => `select role_id as "roleId", person_id as "personId",
    tokens_per_day as "tokensPerDay", trim_scale(cost_per_month) as "costPerMonth",
    used.tokens as "tokensToday", trim_scale(used.cost) as "costThisMonth",
    coalesce(used.cost >= cost_per_month, false) as "isCostReached"
  from platform.usage_limits as most cross join lateral (
    select coalesce(sum(input_tokens + output_tokens) filter (where day = $2::date), 0)::bigint as tokens,
      coalesce(sum(cost), 0) as cost
    from platform.usage_days as days
    where days.org_id = most.org_id and day between ${firstDay} and $2::date
      and (most.role_id is null or days.role_id = most.role_id)
      and (most.person_id is null or days.person_id = most.person_id)
  ) as used
  where org_id = $1`;

const LIST = `${limitsWithUse('$3::date')} order by role_id nulls first, person_id nulls first`;

/** Of several, the one that lasts longest. A limit on tokens alone looks at today's rows only. */
const REACHED = `${limitsWithUse('case when cost_per_month is null then $2::date else $3::date end')}
    and (role_id is null or role_id = $4) and (person_id is null or person_id = $5)
    and (used.cost >= cost_per_month or used.tokens >= tokens_per_day)
  order by "isCostReached" desc, role_id nulls first, person_id nulls first
  limit 1`;

const SET = `insert into platform.usage_limits (org_id, role_id, person_id, tokens_per_day, cost_per_month)
  values ($1, $2, $3, $4, $5)
  on conflict (org_id, role_id, person_id) do update set
    tokens_per_day = excluded.tokens_per_day, cost_per_month = excluded.cost_per_month, updated_at = now()`;

const REMOVE = `delete from platform.usage_limits
  where org_id = $1 and role_id is not distinct from $2 and person_id is not distinct from $3 returning 1`;

const absent = z.null().transform(() => undefined);
const limitSchema = z.object({
  roleId: absent.or(z.string()),
  personId: absent.or(z.string()),
  tokensPerDay: absent.or(z.coerce.number()),
  costPerMonth: absent.or(z.string()),
  tokensToday: z.coerce.number(),
  costThisMonth: z.string(),
});
const reachedSchema = limitSchema.extend({ isCostReached: z.boolean() });

export interface UsageLimitsParts {
  readonly database: Database;
  readonly now: () => Date;
}

export function createUsageLimits(parts: UsageLimitsParts): UsageLimits {
  const { database, now } = parts;

  const remove: UsageLimits['remove'] = async (orgId, scope) => {
    const values = [orgId, ...scopeOf(scope)];
    const rows = await database.run({ name: 'usage-limits-remove', text: REMOVE, values });
    return rows.length > 0;
  };

  return {
    async set(orgId, scope, { tokensPerDay, costPerMonth }) {
      if (tokensPerDay === undefined && costPerMonth === undefined) {
        await remove(orgId, scope);
        return;
      }
      const values = [orgId, ...scopeOf(scope), tokensPerDay ?? null, costPerMonth ?? null];
      await database.again(() => database.run({ name: 'usage-limits-set', text: SET, values }));
    },
    async list(orgId) {
      const values = [orgId, dayOf(now()), monthStartOf(now())];
      const statement = { name: 'usage-limits-list', text: LIST, values };
      const rows = await database.again(() => database.run(statement));
      return rows.map((row) => limitSchema.parse(row));
    },
    remove,
    refusalFor: (orgId, turn) => refusalFor(parts, orgId, turn),
  };
}

function scopeOf({ roleId, personId }: LimitScope): readonly (string | null)[] {
  return [roleId ?? null, personId ?? null];
}

async function refusalFor(
  { database, now }: UsageLimitsParts,
  orgId: string,
  { roleId, personId }: LimitedTurn,
): Promise<AppError | undefined> {
  const moment = now();
  const values = [orgId, dayOf(moment), monthStartOf(moment), roleId, personId];
  const statement = { name: 'usage-limits-reached', text: REACHED, values };
  const [row] = await database.again(() => database.run(statement));
  return row === undefined ? undefined : limitReached(reachedSchema.parse(row), moment);
}

function limitReached(limit: z.infer<typeof reachedSchema>, moment: Date): AppError {
  const name = limit.isCostReached ? 'cost-per-month' : 'tokens-per-day';
  const resetsAt = limit.isCostReached ? nextMonthOf(moment) : nextDayOf(moment);
  const told = {
    whose: whoseOf(limit),
    used: limit.isCostReached ? limit.costThisMonth : limit.tokensToday.toLocaleString('en-US'),
    most: limit.isCostReached
      ? (limit.costPerMonth ?? '')
      : (limit.tokensPerDay ?? 0).toLocaleString('en-US'),
    resetsAt: resetsAt.toISOString().slice(0, 16).replace('T', ' '),
  };
  const text = limit.isCostReached ? usageTexts.costReached(told) : usageTexts.tokensReached(told);
  const retryAfterMs = resetsAt.getTime() - moment.getTime();
  const details = { ...told, limit: name, resetsAt: resetsAt.toISOString(), retryAfterMs };
  return new AppError('limit-reached', text, { details });
}

function whoseOf({ roleId, personId }: LimitScope): LimitedUse {
  if (roleId === undefined) return personId === undefined ? 'organisation' : 'person';
  return personId === undefined ? 'role' : 'person-in-role';
}
