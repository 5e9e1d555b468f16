// The roles that one may talk to.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import { MOST_PAGE_ITEMS } from '#contract/api/fields.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import { queryKeys } from './query-keys.ts';
import { useServer } from './use-server.ts';

export type Role = RouteAnswer<'roles.get'>;

/** The first 200, in the server's order: the first is the one that a conversation has where none is chosen. */
export function useRoles(): UseQueryResult<readonly Role[], AppError> {
  const server = useServer();
  return useQuery<readonly Role[], AppError>({
    queryKey: queryKeys.roles,
    queryFn: async ({ signal }) =>
      (await server.call('roles.list', { query: { limit: MOST_PAGE_ITEMS }, signal })).items,
    staleTime: 60_000,
  });
}
