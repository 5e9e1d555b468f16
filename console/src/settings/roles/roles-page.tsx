// The roles of the organisation.

import { PlusOutlined } from '@ant-design/icons';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton, Switch } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import type { AppError } from '#base/app-error.ts';
import { MOST_PAGE_ITEMS } from '#contract/api/fields.ts';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Role } from '../../api/use-roles.ts';
import { useServer } from '../../api/use-server.ts';
import { Problem } from '../../shell/problem.tsx';
import { useText } from '../../text/use-text.ts';
import { RoleEditor } from './role-editor.tsx';
import { RoleRow } from './role-row.tsx';

type Editing = { readonly role: Role | undefined };

export function RolesPage(): ReactNode {
  const { text } = useText();
  const switchId = useId();
  const [hasArchived, setArchived] = useState(false);
  const [editing, setEditing] = useState<Editing>();
  const { data: roles, error, refetch, isFetching } = useAllRoles();
  const shown = roles?.filter((role) => hasArchived || !role.is_archived) ?? [];
  return (
    <div>
      <div className="q-settings-head">
        <p>{text(roleTexts.intro())}</p>
        <label htmlFor={switchId} className="q-row-acts">
          <Switch id={switchId} size="small" checked={hasArchived} onChange={setArchived} />
          {text(roleTexts.showArchived())}
        </label>
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onClick={() => setEditing({ role: undefined })}
        >
          {text(roleTexts.create())}
        </Button>
      </div>
      {error !== null && roles === undefined && (
        <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {error === null && roles === undefined && <Skeleton active />}
      {roles !== undefined && shown.length === 0 && <NoRoles />}
      {shown.length > 0 && (
        <ul className="q-rows">
          {shown.map((role) => (
            <RoleRow key={role.id} role={role} onEdit={() => setEditing({ role })} />
          ))}
        </ul>
      )}
      {editing !== undefined && (
        <RoleEditor role={editing.role} onClose={() => setEditing(undefined)} />
      )}
    </div>
  );
}

function NoRoles(): ReactNode {
  const { text } = useText();
  return (
    <div className="q-nothing">
      <strong>{text(roleTexts.empty())}</strong>
      <p className="q-faint">{text(roleTexts.emptyHint())}</p>
    </div>
  );
}

function useAllRoles(): UseQueryResult<readonly Role[], AppError> {
  const server = useServer();
  return useQuery<readonly Role[], AppError>({
    queryKey: queryKeys.allRoles,
    queryFn: async ({ signal }) =>
      (
        await server.call('roles.list', {
          query: { archived: true, limit: MOST_PAGE_ITEMS },
          signal,
        })
      ).items,
  });
}
