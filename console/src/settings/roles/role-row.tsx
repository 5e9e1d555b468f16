// One role of the list, and what can be done with it.

import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Role } from '../../api/use-roles.ts';
import { useChange } from '../../shell/use-change.ts';
import { useConfirm } from '../../shell/use-confirm.ts';
import { useText } from '../../text/use-text.ts';

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
  const confirm = useConfirm();
  const change = useChange<boolean, Role>({
    make: (server, isArchived) =>
      server.call('roles.update', {
        params: { role_id: role.id },
        body: { is_archived: isArchived },
      }),
    touches: [queryKeys.roles],
  });
  const ask = (): void =>
    confirm({
      title: roleTexts.archiveTitle(role.name),
      content: roleTexts.archiveHint(),
      action: roleTexts.archive(),
      isDangerous: false,
      act: () => change.mutate(true),
    });
  return (
    <Button
      size="small"
      loading={change.isPending}
      onClick={role.is_archived ? () => change.mutate(false) : ask}
    >
      {text(role.is_archived ? roleTexts.restore() : roleTexts.archive())}
    </Button>
  );
}
