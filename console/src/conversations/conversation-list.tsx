// One's conversations by the day of their last message, or those that hold what is searched for.

import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { listTexts } from '#contract/texts/console-texts.ts';
import { useSessions, type ListedSession } from '../api/use-sessions.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { ConversationItem } from './conversation-item.tsx';
import { MoreButton } from './more-button.tsx';
import { dateGroup } from './relative-date.ts';
import { useNow } from './use-now.ts';

export interface ConversationListProps {
  readonly search: string;
  readonly onClearSearch: () => void;
  readonly onOpen: () => void;
}

export function ConversationList(props: ConversationListProps): ReactNode {
  const { search, onClearSearch, onOpen } = props;
  const sessions = useSessions(search);
  const now = useNow();
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage } = sessions;
  if (data === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    return <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data.length === 0) return <EmptyList search={search} onClearSearch={onClearSearch} />;
  return (
    <>
      {groupsOf(data, now, search).map(({ name, items }) => (
        <Group key={name} name={name}>
          {items.map((listed) => (
            <ConversationItem key={listed.session.id} listed={listed} now={now} onOpen={onOpen} />
          ))}
        </Group>
      ))}
      {hasNextPage && (
        <MoreButton
          isLoading={isFetchingNextPage}
          failure={sessions.isFetchNextPageError ? error : null}
          onMore={() => void sessions.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </>
  );
}

type GroupName = ReturnType<typeof dateGroup> | 'found';

interface ConversationGroup {
  readonly name: GroupName;
  readonly items: readonly ListedSession[];
}

function Group(props: { readonly name: GroupName; readonly children: ReactNode }): ReactNode {
  const { text } = useText();
  const heading = text(listTexts[props.name]());
  return (
    <section aria-label={heading}>
      <h3 className="q-conversation-group">{heading}</h3>
      <ul className="q-conversations">{props.children}</ul>
    </section>
  );
}

function EmptyList(props: Pick<ConversationListProps, 'search' | 'onClearSearch'>): ReactNode {
  const { text } = useText();
  const { search, onClearSearch } = props;
  if (search !== '') {
    return (
      <div className="q-list-empty" role="status">
        <p>{text(listTexts.nothingFound(search))}</p>
        <Button onClick={onClearSearch}>{text(listTexts.clearSearch())}</Button>
      </div>
    );
  }
  return (
    <div className="q-list-empty">
      <p>
        <strong>{text(listTexts.empty())}</strong>
      </p>
      <p className="q-faint">{text(listTexts.emptyHint())}</p>
    </div>
  );
}

function groupsOf(
  listed: readonly ListedSession[],
  now: Date,
  search: string,
): readonly ConversationGroup[] {
  if (search !== '') return [{ name: 'found', items: listed }];
  const names = ['today', 'yesterday', 'thisWeek', 'earlier'] as const;
  const groups = Map.groupBy(listed, ({ session }) => dateGroup(new Date(session.active_at), now));
  return names.flatMap((name) => {
    const items = groups.get(name);
    return items === undefined ? [] : [{ name, items }];
  });
}
