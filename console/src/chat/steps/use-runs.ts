// The record of what ran in a turn, asked for once a turn and only where it called something.

import { useQuery } from '@tanstack/react-query';
import type { RunBody, RunSummaryBody } from '#contract/api/run-routes.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useServer } from '../../api/use-server.ts';
import { useConversationPlace } from '../conversation-context.ts';
import { hasEnded } from '../state/turn-state.ts';
import { useConversationState } from '../use-conversation-state.ts';

const FRESH_MS = 300_000;

export function useRunOfCall(callId: string, turnId: string): RunSummaryBody | undefined {
  const server = useServer();
  const { sessionId, store } = useConversationPlace();
  const isOver = useConversationState(store, ({ turns }) => {
    const turn = turns.get(turnId);
    return turn !== undefined && hasEnded(turn);
  });
  const { data } = useQuery({
    queryKey: queryKeys.turnRuns(sessionId, turnId),
    queryFn: async ({ signal }) => {
      const query = { turn_id: turnId, limit: 200 };
      return (await server.call('runs.list', { query, signal })).items;
    },
    enabled: isOver,
    staleTime: FRESH_MS,
    // Without the record the line says less, and that is all.
    retry: false,
  });
  // Skills that it called in turn have runs of the same call.
  return data?.find((run) => run.call_id === callId && run.called_by === null);
}

export function useRun(runId: string | undefined): {
  readonly run: RunBody | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const server = useServer();
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: queryKeys.run(runId),
    queryFn: ({ signal }) => server.call('runs.get', { params: { run_id: runId ?? '' }, signal }),
    enabled: runId !== undefined,
    staleTime: FRESH_MS,
  });
  return { run: data, isLoading, error, retry: () => void refetch() };
}
