// The people of the organisation, page after page, and the invitations that are still open.

import {
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import { MOST_PAGE_ITEMS } from '#contract/api/fields.ts';
import type { PersonBody } from '#contract/api/people-routes.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useServer } from '../../api/use-server.ts';

export type Invitation = RouteAnswer<'invitations.list'>['items'][number];
type PeoplePage = RouteAnswer<'people.list'>;

export function usePeople(search: string): UseInfiniteQueryResult<readonly PersonBody[], AppError> {
  const server = useServer();
  return useInfiniteQuery<
    PeoplePage,
    AppError,
    readonly PersonBody[],
    readonly string[],
    string | undefined
  >({
    queryKey: queryKeys.peopleList(search),
    queryFn: ({ pageParam, signal }) =>
      server.call('people.list', {
        query: {
          ...(search !== '' && { search }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}

/** Of the latest 200. */
export function useOpenInvitations(): UseQueryResult<readonly Invitation[], AppError> {
  const server = useServer();
  return useQuery<readonly Invitation[], AppError>({
    queryKey: queryKeys.invitations,
    queryFn: async ({ signal }) => {
      const { items } = await server.call('invitations.list', {
        query: { limit: MOST_PAGE_ITEMS },
        signal,
      });
      return items.filter(({ status }) => status === 'open');
    },
  });
}
