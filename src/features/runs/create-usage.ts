// Usage in PostgreSQL: one row a day for each role, person and model. Money is numeric from end to end.

import * as z from 'zod';
import type { Database } from '#system/database/database.ts';
import { priceOf, type ModelPrices } from './usage-prices.ts';
import type { Usage, UsageEntry, UsageLine, UsageQuery } from './usage.ts';
import { dayOf } from './utc-day.ts';

/** Additions to one row that are remembered, for one that is sent again: far more than come in while it is. */
const REMEMBERED = 32;

/** Of one addition: no sum of these leaves a bigint. */
const MOST_COUNT = 1e12;

/** A millionth is multiplied with, not divided by: that is exact at any number of digits. */
const ADD = `insert into platform.usage_days as known (org_id, day, role_id, person_id, model, requests, input_tokens,
    cached_input_tokens, output_tokens, cost, unpriced_requests, latest_additions)
  values ($1, $2::date, $3, $4, $5, $6::bigint, $7::bigint, $8::bigint, $9::bigint,
    coalesce((($7::bigint - $8::bigint) * $10::numeric + $8::bigint * $11::numeric + $9::bigint * $12::numeric)
      * 0.000001, 0),
    case when $10::numeric is null then $6::bigint else 0 end,
    array[$13::text])
  on conflict (org_id, day, role_id, person_id, model) do update set
    requests = known.requests + excluded.requests,
    input_tokens = known.input_tokens + excluded.input_tokens,
    cached_input_tokens = known.cached_input_tokens + excluded.cached_input_tokens,
    output_tokens = known.output_tokens + excluded.output_tokens,
    cost = known.cost + excluded.cost,
    unpriced_requests = known.unpriced_requests + excluded.unpriced_requests,
    latest_additions = (excluded.latest_additions || known.latest_additions)[1:${REMEMBERED}]
  where not known.latest_additions @> excluded.latest_additions`;

/** What stands in the statement is only ever one of these. */
const KEYS = {
  role: 'role_id',
  person: 'person_id',
  model: 'model',
  day: 'day::text',
} as const satisfies Record<UsageQuery['by'], string>;

const reportOf = (
  by: UsageQuery['by'],
) => `select ${KEYS[by]} as key, sum(requests)::bigint as requests,
    sum(input_tokens)::bigint as "inputTokens", sum(cached_input_tokens)::bigint as "cachedInputTokens",
    sum(output_tokens)::bigint as "outputTokens", sum(unpriced_requests)::bigint as "unpricedRequests",
    case when sum(unpriced_requests) = 0 or sum(unpriced_requests) < sum(requests) then trim_scale(sum(cost)) end as cost
  from platform.usage_days
  where org_id = $1 and day between $2::date and $3::date
  group by 1
  order by ${by === 'day' ? '' : 'sum(cost) desc, sum(input_tokens + output_tokens) desc,'} 1`;

const countSchema = z.coerce.number();
const lineSchema = z.object({
  key: z.string(),
  requests: countSchema,
  inputTokens: countSchema,
  cachedInputTokens: countSchema,
  outputTokens: countSchema,
  cost: z.string().nullable(),
  unpricedRequests: countSchema,
});

export interface UsageParts {
  readonly database: Database;
  /** The operator's table. */
  readonly prices: ModelPrices;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createUsage(parts: UsageParts): Usage {
  const { database } = parts;
  return {
    add: (entry) => addUsage(parts, entry),
    async report(orgId, { from, to, by }): Promise<readonly UsageLine[]> {
      const name = `usage-report-${by}`;
      const statement = { name, text: reportOf(by), values: [orgId, from, to] };
      const rows = await database.again(() => database.run(statement));
      return rows.map((row) => lineSchema.parse(row));
    },
  };
}

async function addUsage(
  { database, prices, now, newId }: UsageParts,
  { orgId, roleId, personId, model, requests, usage }: UsageEntry,
): Promise<void> {
  const price = priceOf(prices, model);
  const input = whole(usage.inputTokens);
  // Some providers count the cached ones beside the others, and report more of them than there are.
  const cached = Math.min(whole(usage.cachedInputTokens), input);
  const key = [orgId, dayOf(now()), roleId, personId, model.replaceAll('\0', '\ufffd')];
  const counts = [whole(requests), input, cached, whole(usage.outputTokens)];
  const amounts = [price?.input, price?.cachedInput, price?.output].map((usd) => usd ?? null);
  const values = [...key, ...counts, ...amounts, newId()];
  await database.again(() => database.run({ name: 'usage-add', text: ADD, values }));
}

/** Providers report what they like; a count that is none must not fail what it counts. */
function whole(count: number): number {
  return Number.isFinite(count) && count > 0 ? Math.min(Math.round(count), MOST_COUNT) : 0;
}
