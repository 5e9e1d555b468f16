// What the server says of the inside of a file: asked once, as a delivered file does not change.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { PreviewBody } from '#contract/api/artifact-routes.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useServer } from '../../api/use-server.ts';
import { useText } from '../../text/use-text.ts';

export function usePreview(artifactId: string): UseQueryResult<PreviewBody, AppError> {
  const server = useServer();
  // Why there is none is told in the page's language.
  const { language } = useText();
  return useQuery<PreviewBody, AppError>({
    queryKey: queryKeys.artifactPreview(artifactId, language),
    queryFn: ({ signal }) =>
      server.call('artifacts.preview', { params: { artifact_id: artifactId }, signal }),
    staleTime: Infinity,
  });
}
