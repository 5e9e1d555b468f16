// One conversation of the list: where it leads, when something was last said, and what can be done with it.

import { DeleteOutlined, EditOutlined, MoreOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { listTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../api/query-keys.ts';
import type { ListedSession } from '../api/use-sessions.ts';
import { useChange } from '../shell/use-change.ts';
import { useText } from '../text/use-text.ts';
import { channelName, isSentTo } from './channel-name.ts';
import { relativeDate, wholeDate } from './relative-date.ts';
import { sessionTitle } from './session-title.ts';
import { TitleField } from './title-field.tsx';
import { useConfirmDelete } from './use-confirm-delete.ts';

export interface ConversationItemProps {
  readonly listed: ListedSession;
  readonly now: Date;
  readonly onOpen: () => void;
}

export function ConversationItem(props: ConversationItemProps): ReactNode {
  const [isRenaming, setRenaming] = useState(false);
  const { session } = props.listed;
  return (
    <li className="q-conversation">
      {isRenaming ? (
        <Renaming session={session} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <ConversationLink {...props} onRename={() => setRenaming(true)} />
          <ConversationActions session={session} onRename={() => setRenaming(true)} />
        </>
      )}
    </li>
  );
}

interface OfSession {
  readonly session: SessionBody;
}

function Renaming({ session, onDone }: OfSession & { readonly onDone: () => void }): ReactNode {
  const rename = useChange<string, SessionBody>({
    make: (server, title) =>
      server.call('sessions.rename', { params: { session_id: session.id }, body: { title } }),
    touches: [queryKeys.sessions],
  });
  return (
    <TitleField
      title={session.title}
      isSaving={rename.isPending}
      // Once the list has it: the old title is not to come back for a moment.
      onSave={(title) => rename.mutate(title, { onSuccess: onDone })}
      onCancel={onDone}
    />
  );
}

interface Renamable {
  readonly onRename: () => void;
}

function ConversationLink(props: ConversationItemProps & Renamable): ReactNode {
  const { listed, now, onOpen, onRename } = props;
  const { text, language } = useText();
  const { session, excerpt } = listed;
  const title = text(sessionTitle(session));
  const moment = new Date(session.active_at);
  return (
    <Link
      to="/s/$session"
      params={{ session: session.id }}
      className="q-conversation-link"
      activeProps={{ 'aria-current': 'page' }}
      title={title}
      onClick={onOpen}
      onDoubleClick={onRename}
    >
      <span className="q-conversation-title">
        {session.is_busy && <BusyMark />}
        {title}
      </span>
      {excerpt !== undefined && <span className="q-conversation-excerpt">{excerpt}</span>}
      <span className="q-conversation-facts">
        {isSentTo(session) && <ChannelMark session={session} />}
        <time dateTime={session.active_at} title={wholeDate(moment, language)}>
          {relativeDate(moment, now, language) ?? text(listTexts.justNow())}
        </time>
      </span>
    </Link>
  );
}

function ConversationActions({ session, onRename }: OfSession & Renamable): ReactNode {
  const { text } = useText();
  const confirmDelete = useConfirmDelete();
  const title = text(sessionTitle(session));
  const items = [
    {
      key: 'rename',
      icon: <EditOutlined />,
      label: text(listTexts.rename()),
      onClick: onRename,
    },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      danger: true,
      label: text(listTexts.delete()),
      onClick: () => confirmDelete(session),
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        className="q-conversation-more"
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={text(listTexts.actionsOf(title))}
      />
    </Dropdown>
  );
}

function ChannelMark({ session }: OfSession): ReactNode {
  const { text } = useText();
  const name = text(channelName(session.channel));
  return (
    <span className="q-channel" title={text(listTexts.channel(name))}>
      <span className="q-unseen">{text(listTexts.channel(name))}</span>
      <span aria-hidden="true">{name}</span>
    </span>
  );
}

function BusyMark(): ReactNode {
  const { text } = useText();
  return (
    <span
      className="q-busy"
      role="img"
      aria-label={text(listTexts.busy())}
      title={text(listTexts.busy())}
    />
  );
}
