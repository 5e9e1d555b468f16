// Something that a settings page changes: told when it is done, and what it changed is loaded anew.

import {
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { ApiClient } from '#client/api-client.ts';
import { useServer } from '../api/use-server.ts';

export interface Change<Given, Answer> {
  readonly make: (server: ApiClient, given: Given) => Promise<Answer>;
  /** What the page's store has to load anew. */
  readonly touches: readonly QueryKey[];
  readonly onDone?: (answer: Answer, given: Given) => void;
}

export function useChange<Given, Answer>({
  make,
  touches,
  onDone,
}: Change<Given, Answer>): UseMutationResult<Answer, AppError, Given> {
  const server = useServer();
  const queryClient = useQueryClient();
  return useMutation<Answer, AppError, Given>({
    mutationFn: (given) => make(server, given),
    async onSuccess(answer, given) {
      onDone?.(answer, given);
      await Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}
