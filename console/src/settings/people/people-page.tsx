// Who belongs to the organisation, and how others join it.

import { SearchOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button, Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { MOST_SEARCH_CHARS } from '#contract/api/fields.ts';
import type { PersonBody } from '#contract/api/people-routes.ts';
import { peopleTexts, settingsTexts } from '#contract/texts/console-settings-texts.ts';
import { useMe } from '../../api/use-me.ts';
import { useSettled } from '../../conversations/use-settled.ts';
import { ClearIcon } from '../../shell/clear-icon.tsx';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { PersonRow } from './person-row.tsx';
import { positionsFor } from './positions.ts';
import { usePeople } from './use-people.ts';

export function PeoplePage(): ReactNode {
  const { text } = useText();
  const { data: me } = useMe();
  const [words, setWords] = useState('');
  const [isInviting, setInviting] = useState(false);
  if (me === undefined) return null;
  return (
    <div>
      <div className="q-settings-head">
        <p>{text(peopleTexts.intro())}</p>
        <Input
          role="searchbox"
          prefix={<SearchOutlined />}
          allowClear={{ clearIcon: <ClearIcon /> }}
          style={{ width: 220 }}
          maxLength={MOST_SEARCH_CHARS}
          aria-label={text(peopleTexts.search())}
          placeholder={text(peopleTexts.search())}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button type="primary" icon={<UserAddOutlined />} onClick={() => setInviting(true)}>
          {text(peopleTexts.invite())}
        </Button>
      </div>
      <PeopleList words={words.trim()} me={me.person} />
      <OpenInvitations />
      {isInviting && (
        <InviteDialog
          positions={positionsFor(me.person.position)}
          onClose={() => setInviting(false)}
        />
      )}
    </div>
  );
}

interface PeopleListProps {
  readonly words: string;
  readonly me: PersonBody;
}

function PeopleList({ words, me }: PeopleListProps): ReactNode {
  const { text } = useText();
  const search = useSettled(words);
  const people = usePeople(search);
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage } = people;
  if (data === undefined) {
    if (error === null) return <Skeleton active />;
    return <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (data.length === 0)
    return (
      <div className="q-nothing" role="status">
        {text(peopleTexts.nobody(search))}
      </div>
    );
  return (
    <>
      <ul className="q-rows">
        {data.map((person) => (
          <PersonRow key={person.id} person={person} me={me} />
        ))}
      </ul>
      {people.isFetchNextPageError && <Problem error={error} />}
      {hasNextPage && (
        <Button
          block
          className="q-gap"
          loading={isFetchingNextPage}
          onClick={() => void people.fetchNextPage()}
        >
          {text(settingsTexts.more())}
        </Button>
      )}
    </>
  );
}
