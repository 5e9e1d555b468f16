// The org's teams; the first 200.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import { MOST_PAGE_ITEMS } from '#contract/api/fields.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer } from '../api/use-server.ts';

export type Team = RouteAnswer<'teams.get'>;

export function useTeams(): UseQueryResult<readonly Team[], AppError> {
  const server = useServer();
  return useQuery<readonly Team[], AppError>({
    queryKey: queryKeys.teams,
    queryFn: async ({ signal }) =>
      (await server.call('teams.list', { query: { limit: MOST_PAGE_ITEMS }, signal })).items,
  });
}
