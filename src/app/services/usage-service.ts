// Use, cost and limits, as the API offers them.

import type { UsageService } from '#api/services.ts';
import type { Platform } from '../compose-platform.ts';

export function createUsageService({ accounts, usage, usageLimits }: Platform): UsageService {
  return {
    async report({ orgId }, query) {
      const lines = await usage.report(orgId, query);
      return lines.map((line) => ({
        key: line.key,
        requests: line.requests,
        input_tokens: line.inputTokens,
        cached_input_tokens: line.cachedInputTokens,
        output_tokens: line.outputTokens,
        cost: line.cost,
        unpriced_requests: line.unpricedRequests,
      }));
    },
    async limits({ orgId }) {
      const limits = await usageLimits.list(orgId);
      return limits.map((limit) => ({
        role_id: limit.roleId ?? null,
        person_id: limit.personId ?? null,
        tokens_per_day: limit.tokensPerDay ?? null,
        cost_per_month: limit.costPerMonth ?? null,
        tokens_today: limit.tokensToday,
        cost_this_month: limit.costThisMonth,
      }));
    },
    async setLimit(caller, scope, amounts) {
      // `not-found` for one of another organisation.
      if (scope.role_id !== undefined) await accounts.roles.get(caller, scope.role_id);
      if (scope.person_id !== undefined) await accounts.people.get(caller, scope.person_id);
      await usageLimits.set(
        caller.orgId,
        { roleId: scope.role_id, personId: scope.person_id },
        { tokensPerDay: amounts.tokens_per_day, costPerMonth: amounts.cost_per_month },
      );
    },
  };
}
