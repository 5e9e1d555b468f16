// One role of the list, and what can be done with it.

import { useNavigate } from '@tanstack/react-router';
import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Role } from '../../api/use-roles.ts';
import { useText } from '../../text/use-text.ts';
import { useChange } from '../use-change.ts';

export interface RoleRowProps {
  readonly role: Role;
  readonly onEdit: () => void;
}

export function RoleRow({ role, onEdit }: RoleRowProps): ReactNode {
  const { text } = useText();
  const navigate = useNavigate();
  return (
    <li className="q-row">
      <div className="q-row-what">
        <div className="q-row-name">
          {role.name}
          <span className="q-tag">{role.model ?? text(roleTexts.serverModel())}</span>
          <span className="q-tag">
            {text(
              role.skills === null
                ? roleTexts.everySkill()
                : roleTexts.someSkills(role.skills.length),
            )}
          </span>
          {role.is_archived && <span className="q-tag">{text(roleTexts.archived())}</span>}
        </div>
        <div className="q-row-about">
          {role.persona === '' ? text(roleTexts.noPersona()) : role.persona}
        </div>
      </div>
      <div className="q-row-acts">
        {!role.is_archived && (
          <Button
            size="small"
            onClick={() => void navigate({ to: '/', search: { role: role.id } })}
          >
            {text(roleTexts.talk())}
          </Button>
        )}
        <Button size="small" onClick={onEdit}>
          {text(roleTexts.editButton())}
        </Button>
        <ArchiveButton role={role} />
      </div>
    </li>
  );
}

function ArchiveButton({ role }: { readonly role: Role }): ReactNode {
  const { text } = useText();
  const { modal, message } = App.useApp();
  const change = useChange<boolean, Role>({
    make: (server, isArchived) =>
      server.call('roles.update', {
        params: { role_id: role.id },
        body: { is_archived: isArchived },
      }),
    touches: [queryKeys.roles],
  });
  const set = (isArchived: boolean): void =>
    change.mutate(isArchived, { onError: (error) => void message.error(text(error.text)) });
  const ask = (): void =>
    void modal.confirm({
      title: text(roleTexts.archiveTitle(role.name)),
      content: text(roleTexts.archiveHint()),
      okText: text(roleTexts.archive()),
      cancelText: text(frameTexts.cancel()),
      onOk: () => set(true),
    });
  return (
    <Button
      size="small"
      loading={change.isPending}
      onClick={role.is_archived ? () => set(false) : ask}
    >
      {text(role.is_archived ? roleTexts.restore() : roleTexts.archive())}
    </Button>
  );
}
