// One conversation: its title, its role, and whether an answer is being written in it.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { queryKeys } from './query-keys.ts';
import { useServer } from './use-server.ts';

export function useSession(id: string | undefined): UseQueryResult<SessionBody, AppError> {
  const server = useServer();
  return useQuery<SessionBody, AppError>({
    queryKey: queryKeys.session(id ?? ''),
    queryFn: ({ signal }) =>
      server.call('sessions.get', { params: { session_id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
}
