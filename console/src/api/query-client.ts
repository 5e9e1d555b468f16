// The page's one store of the server's answers: how long they are fresh, and which failures are tried again.

import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './is-passing.ts';

const MOST_RETRIES = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, thrown) => failures < MOST_RETRIES && isPassing(thrown),
        // The server may be on this very machine, whatever the browser thinks of its network.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
