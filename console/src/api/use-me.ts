// Who is signed in.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { MeBody } from '#contract/api/auth-routes.ts';
import { queryKeys } from './query-keys.ts';
import { useServer } from './use-server.ts';

/** Fails with `not-signed-in` where nobody is. */
export function useMe(): UseQueryResult<MeBody, AppError> {
  const server = useServer();
  return useQuery<MeBody, AppError>({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => server.call('me.get', { signal }),
    staleTime: 60_000,
  });
}
