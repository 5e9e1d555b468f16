// What goes on in the background of a conversation; the page asks again when the conversation's stream tells of it.

import { useQuery } from '@tanstack/react-query';
import type { BackgroundRunBody } from '#contract/api/background-routes.ts';
import { queryKeys } from './query-keys.ts';
import { useServer } from './use-server.ts';

/** While somebody looks at how far it is. */
const WATCHED_MS = 2000;

export interface BackgroundQuestion {
  readonly sessionId: string;
  readonly isWatched: boolean;
}

/** Those that are not over. */
export function useBackground({
  sessionId,
  isWatched,
}: BackgroundQuestion): readonly BackgroundRunBody[] {
  const server = useServer();
  const { data = [] } = useQuery({
    queryKey: queryKeys.background(sessionId),
    queryFn: async ({ signal }) => {
      const params = { session_id: sessionId };
      // All that are under way come with any page.
      const query = { limit: 1 };
      const { items } = await server.call('background.list', { params, query, signal });
      return items.filter(({ ended_at: endedAt }) => endedAt === null);
    },
    refetchInterval: isWatched ? WATCHED_MS : false,
  });
  return data;
}
