// The sandboxes of the server's machine, as they were found last; and another look at them.

import { useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { App } from 'antd';
import type { AppError } from '#base/app-error.ts';
import type { SandboxesBody } from '#contract/api/sandbox-routes.ts';
import { sandboxPageTexts } from '#contract/texts/console-sandbox-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useServer } from '../../api/use-server.ts';
import { useChange } from '../../shell/use-change.ts';
import { useText } from '../../text/use-text.ts';

export function useSandboxes(): UseQueryResult<SandboxesBody, AppError> {
  const server = useServer();
  const { language } = useText();
  return useQuery<SandboxesBody, AppError>({
    queryKey: queryKeys.sandboxesIn(language),
    queryFn: ({ signal }) => server.call('sandboxes.get', { signal }),
  });
}

export function useLookAgain(): UseMutationResult<SandboxesBody, AppError, void> {
  const { text } = useText();
  const { message } = App.useApp();
  return useChange<void, SandboxesBody>({
    make: (server) => server.call('sandboxes.examine'),
    // What was found is what the server answers from then on.
    touches: [queryKeys.sandboxes],
    showsFailure: true,
    onDone: () => void message.success(text(sandboxPageTexts.looked())),
  });
}
