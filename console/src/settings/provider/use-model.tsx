// Sets a role's model to one that was just tried.

import { App, Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { providerTexts } from '#contract/texts/console-settings-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRoles, type Role } from '../../api/use-roles.ts';
import { useChange } from '../../shell/use-change.ts';
import { useText } from '../../text/use-text.ts';

export function UseModel({ model }: { readonly model: string }): ReactNode {
  const { text } = useText();
  const { message } = App.useApp();
  const { data: roles = [] } = useRoles();
  const [chosen, setChosen] = useState<string>();
  const use = useChange<string, Role>({
    make: (server, id) => server.call('roles.update', { params: { role_id: id }, body: { model } }),
    touches: [queryKeys.roles],
    onDone: ({ name }) => void message.success(text(providerTexts.used(name, model))),
  });
  const roleId = chosen ?? roles[0]?.id;
  if (roleId === undefined) return null;
  return (
    <div className="q-gap">
      <p>{text(providerTexts.useFor())}</p>
      <div className="q-try">
        <Select
          value={roleId}
          onChange={setChosen}
          aria-label={text(providerTexts.useFor())}
          options={roles.map(({ id, name, model: now }) => ({
            value: id,
            label: now === null ? name : `${name} (${now})`,
          }))}
        />
        <Button type="primary" loading={use.isPending} onClick={() => use.mutate(roleId)}>
          {text(providerTexts.useButton())}
        </Button>
      </div>
    </div>
  );
}
