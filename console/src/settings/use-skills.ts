// The instance's skills.

import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AppError } from '#base/app-error.ts';
import type { SkillBody } from '#contract/api/skill-routes.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer } from '../api/use-server.ts';

export function useSkills(): UseQueryResult<readonly SkillBody[], AppError> {
  const server = useServer();
  return useQuery<readonly SkillBody[], AppError>({
    queryKey: queryKeys.skills,
    queryFn: async ({ signal }) => (await server.call('skills.list', { signal })).items,
  });
}
