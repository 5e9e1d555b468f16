// One's conversations, page after page, the latest first; with words to search for, those that hold them.

import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { ApiClient } from '#client/api-client.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { queryKeys } from './query-keys.ts';
import { useServer } from './use-server.ts';

export interface ListedSession {
  readonly session: SessionBody;
  /** Where something was searched for: the words around it. */
  readonly excerpt: string | undefined;
}

interface SessionsPage {
  readonly items: readonly ListedSession[];
  readonly next: string | undefined;
}

/** While an answer is being written somewhere, and while none is. */
const BUSY_MS = 3000;
const CALM_MS = 30_000;

export function useSessions(
  search: string,
): UseInfiniteQueryResult<readonly ListedSession[], AppError> {
  const server = useServer();
  return useInfiniteQuery<
    SessionsPage,
    AppError,
    readonly ListedSession[],
    readonly string[],
    string | undefined
  >({
    queryKey: queryKeys.sessionList(search),
    queryFn: ({ pageParam, signal }) => loadPage(server, { search, cursor: pageParam, signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => onlyOnce(pages),
    refetchInterval: ({ state: { data } }) => (isAnyBusy(data) ? BUSY_MS : CALM_MS),
  });
}

async function loadPage(
  server: ApiClient,
  page: {
    readonly search: string;
    readonly cursor: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<SessionsPage> {
  const { search, cursor, signal } = page;
  const query = cursor === undefined ? {} : { cursor };
  if (search === '') {
    // One that was made for the files of a message that is not sent yet is none to choose.
    const begun = { ...query, is_empty: 'false' } as const;
    const { items, next_cursor: next } = await server.call('sessions.list', {
      query: begun,
      signal,
    });
    return {
      items: items.map((session) => ({ session, excerpt: undefined })),
      next: next ?? undefined,
    };
  }
  const { items, next_cursor: next } = await server.call('sessions.search', {
    query: { ...query, q: search },
    signal,
  });
  return { items, next: next ?? undefined };
}

/** A conversation that was found in several turns, or moved from one page to another, stands once. */
function onlyOnce(pages: readonly SessionsPage[]): readonly ListedSession[] {
  const found = new Map<string, ListedSession>();
  for (const { items } of pages) {
    for (const item of items) {
      if (!found.has(item.session.id)) found.set(item.session.id, item);
    }
  }
  return [...found.values()];
}

function isAnyBusy(data: InfiniteData<SessionsPage> | undefined): boolean {
  return data?.pages.some(({ items }) => items.some(({ session }) => session.is_busy)) ?? false;
}
