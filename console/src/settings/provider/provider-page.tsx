// The model providers: where they are, whether there is a key, and whether it works.

import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { AppError } from '#base/app-error.ts';
import type { ProviderKeyBody } from '#contract/api/configuration-routes.ts';
import { isPositionEnough } from '#contract/api/route.ts';
import { providerTexts, settingsTexts } from '#contract/texts/console-settings-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMe } from '../../api/use-me.ts';
import { useServer } from '../../api/use-server.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { ProviderCard } from './provider-card.tsx';

export function ProviderPage(): ReactNode {
  const { text } = useText();
  const server = useServer();
  const { data: me } = useMe();
  const isOwner = me !== undefined && isPositionEnough(me.person.position, 'owner');
  const { data, error, refetch, isFetching } = useQuery<readonly ProviderKeyBody[], AppError>({
    queryKey: queryKeys.providerKeys,
    queryFn: async ({ signal }) => (await server.call('provider-keys.list', { signal })).items,
  });
  return (
    <div>
      <div className="q-settings-head">
        <p>{text(providerTexts.intro())}</p>
      </div>
      {!isOwner && <Alert type="info" showIcon title={text(settingsTexts.forOwners())} />}
      {error !== null && data === undefined && (
        <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {error === null && data === undefined && <Skeleton active />}
      {data?.map((stored) => (
        <ProviderCard key={stored.provider} stored={stored} isOwner={isOwner} />
      ))}
    </div>
  );
}
