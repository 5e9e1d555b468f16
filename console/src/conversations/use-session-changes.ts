// Renaming and deleting a conversation, with what the page's store holds of it.

import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer } from '../api/use-server.ts';

interface NewTitle {
  readonly id: string;
  readonly title: string;
}

export function useRenameSession(): UseMutationResult<SessionBody, AppError, NewTitle> {
  const server = useServer();
  const queryClient = useQueryClient();
  return useMutation<SessionBody, AppError, NewTitle>({
    mutationFn: ({ id, title }) =>
      server.call('sessions.rename', { params: { session_id: id }, body: { title } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

export function useDeleteSession(): UseMutationResult<null, AppError, string> {
  const server = useServer();
  const queryClient = useQueryClient();
  return useMutation<null, AppError, string>({
    mutationFn: (id) => server.call('sessions.delete', { params: { session_id: id } }),
    onSuccess: async (_, id) => {
      queryClient.removeQueries({ queryKey: queryKeys.session(id) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
    },
  });
}
