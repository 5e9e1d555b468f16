// Something that the page changes on the server: what it changed is loaded anew, and a failure is told.

import {
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query';
import { App } from 'antd';
import type { AppError } from '#base/app-error.ts';
import type { ApiClient } from '#client/api-client.ts';
import { useServer } from '../api/use-server.ts';
import { useText } from '../text/use-text.ts';

export interface Change<Given, Answer> {
  readonly make: (server: ApiClient, given: Given) => Promise<Answer>;
  /** What the page's store has to load anew. */
  readonly touches: readonly QueryKey[];
  readonly onDone?: (answer: Answer, given: Given) => void;
  /** Whoever makes the change shows why it failed; else it is told over the page. */
  readonly showsFailure?: true;
}

export function useChange<Given, Answer>(
  change: Change<Given, Answer>,
): UseMutationResult<Answer, AppError, Given> {
  const { make, touches, onDone, showsFailure = false } = change;
  const server = useServer();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const { text } = useText();
  return useMutation<Answer, AppError, Given>({
    mutationFn: (given) => make(server, given),
    async onSuccess(answer, given) {
      onDone?.(answer, given);
      await Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    onError(error) {
      if (!showsFailure) void message.error(text(error.text));
    },
  });
}
