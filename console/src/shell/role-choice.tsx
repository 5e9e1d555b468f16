// Who one talks to: chosen for a new conversation, told for one that exists.

import { DownOutlined } from '@ant-design/icons';
import { useNavigate } from '@tanstack/react-router';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import { frameTexts, listTexts } from '#contract/texts/console-texts.ts';
import { useRoles } from '../api/use-roles.ts';
import { useSession } from '../api/use-session.ts';
import { channelName, isSentTo } from '../conversations/channel-name.ts';
import { sessionTitle } from '../conversations/session-title.ts';
import { useText } from '../text/use-text.ts';

// Most conversations have no background.
const BackgroundMark = lazy(async () => ({
  default: (await import('./background-mark.tsx')).BackgroundMark,
}));

export interface RoleChoiceProps {
  readonly sessionId: string | undefined;
  readonly roleId: string | undefined;
}

export function RoleChoice({ sessionId, roleId }: RoleChoiceProps): ReactNode {
  const { text } = useText();
  return sessionId === undefined ? (
    <>
      <h1 className="q-unseen">{text(listTexts.newConversation())}</h1>
      <NewRole roleId={roleId} />
    </>
  ) : (
    <RoleOfSession sessionId={sessionId} />
  );
}

function NewRole({ roleId }: { readonly roleId: string | undefined }): ReactNode {
  const { text } = useText();
  const { data: roles } = useRoles();
  const navigate = useNavigate();
  if (roles === undefined) return null;
  if (roles.length === 0) return <span>{text(frameTexts.noRole())}</span>;
  const chosen = roles.find(({ id }) => id === roleId) ?? roles[0];
  const items = roles.map(({ id, name }) => ({
    key: id,
    label: name,
    onClick: () => void navigate({ to: '/', search: { role: id } }),
  }));
  const selectedKeys = chosen === undefined ? [] : [chosen.id];
  return (
    <Dropdown
      menu={{ items, selectable: true, selectedKeys, className: 'q-role-menu' }}
      trigger={['click']}
    >
      <Button
        type="text"
        className="q-role-choice"
        aria-label={`${text(frameTexts.role())}: ${chosen?.name ?? ''}`}
      >
        <span className="q-role-name">{chosen?.name}</span>
        <DownOutlined />
      </Button>
    </Dropdown>
  );
}

function RoleOfSession({ sessionId }: { readonly sessionId: string }): ReactNode {
  const { text } = useText();
  const { data: session } = useSession(sessionId);
  const { data: roles } = useRoles();
  if (session === undefined || roles === undefined) return null;
  const role = roles.find(({ id }) => id === session.role_id);
  const name = role?.name ?? text(frameTexts.archivedRole());
  return (
    <>
      <div className="q-here">
        <h1 className="q-here-title">{text(sessionTitle(session))}</h1>
        <span className="q-faint q-here-role">
          {isSentTo(session) ? `${name} · ${text(channelName(session.channel))}` : name}
        </span>
      </div>
      <Suspense>{isSentTo(session) && <BackgroundMark sessionId={session.id} />}</Suspense>
    </>
  );
}
