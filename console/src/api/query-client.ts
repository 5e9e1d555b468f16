// The page's one store of the server's answers: how long they are fresh, and which failures are tried again.

import { QueryClient } from '@tanstack/react-query';
import { AppError, type ErrorCode } from '#base/app-error.ts';

/** What may be over in a moment. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['server-unreachable', 'database-unavailable']);
const MOST_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, thrown) =>
          failures < MOST_RETRIES && PASSING.has(AppError.from(thrown).code),
        // The server may be on this very machine, whatever the browser thinks of its network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
