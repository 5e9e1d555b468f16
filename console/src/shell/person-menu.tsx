// One's own account: name, password, and the way out.

import { IdcardOutlined, LockOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { PersonBody } from '#contract/api/people-routes.ts';
import { accountDialogTexts } from '#contract/texts/console-texts.ts';
import { useMe } from '../api/use-me.ts';
import { useText } from '../text/use-text.ts';
import { useSignOut } from './use-sign-out.ts';

const AccountDialog = lazy(async () => ({
  default: (await import('./account-dialog.tsx')).AccountDialog,
}));
const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog.tsx')).PasswordDialog,
}));

export function PersonMenu(): ReactNode {
  const { data: me } = useMe();
  const [dialog, setDialog] = useState<'account' | 'password'>();
  const close = (): void => setDialog(undefined);
  if (me === undefined) return null;
  return (
    <>
      <MenuButton person={me.person} onChoose={setDialog} />
      <Suspense>
        {dialog === 'account' && <AccountDialog person={me.person} onClose={close} />}
        {dialog === 'password' && (
          <PasswordDialog hasPassword={me.person.has_password} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

interface MenuButtonProps {
  readonly person: PersonBody;
  readonly onChoose: (dialog: 'account' | 'password') => void;
}

function MenuButton({ person, onChoose }: MenuButtonProps): ReactNode {
  const { text } = useText();
  const signOut = useSignOut();
  const passwordText = person.has_password
    ? accountDialogTexts.password()
    : accountDialogTexts.setPassword();
  const items = [
    {
      key: 'account',
      icon: <IdcardOutlined />,
      label: text(accountDialogTexts.account()),
      onClick: () => onChoose('account'),
    },
    {
      key: 'password',
      icon: <LockOutlined />,
      label: text(passwordText),
      onClick: () => onChoose('password'),
    },
    { type: 'divider' as const },
    {
      key: 'sign-out',
      icon: <LogoutOutlined />,
      label: text(accountDialogTexts.signOut()),
      onClick: () => void signOut(),
    },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        icon={<UserOutlined />}
        aria-label={text(accountDialogTexts.menu(person.name))}
        className="q-person"
      >
        <span className="q-person-name">{person.name}</span>
      </Button>
    </Dropdown>
  );
}
