// Makes or changes one role.

import { App, Button, Drawer, Form, Input, InputNumber, Select, type FormInstance } from 'antd';
import type { ReactNode } from 'react';
import { MOST_NAME_CHARS } from '#contract/api/fields.ts';
import { MOST_OF_ROLE, MOST_PERSONA_CHARS } from '#contract/api/role-routes.ts';
import type { RouteAnswer } from '#contract/api/routes.ts';
import { roleTexts } from '#contract/texts/console-settings-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Role } from '../../api/use-roles.ts';
import { Problem } from '../../shell/problem.tsx';
import { useChange } from '../../shell/use-change.ts';
import { useConfirm } from '../../shell/use-confirm.ts';
import { useText } from '../../text/use-text.ts';
import { useTeams } from '../use-teams.ts';
import { ModelFields } from './model-fields.tsx';
import { changeOf, fieldsOf, type RoleFields } from './role-form-values.ts';
import { SkillFields } from './skill-fields.tsx';

export interface RoleEditorProps {
  /** Undefined: a new one. */
  readonly role: Role | undefined;
  readonly onClose: () => void;
}

/** Long enough to be read. */
const WARNING_SEC = 10;

export function RoleEditor({ role, onClose }: RoleEditorProps): ReactNode {
  const { text } = useText();
  const { message } = App.useApp();
  const [form] = Form.useForm<RoleFields>();
  const save = useChange<RoleFields, RouteAnswer<'roles.update'>>({
    make: (server, fields) =>
      role === undefined
        ? server.call('roles.create', { body: changeOf(fields) })
        : server.call('roles.update', { params: { role_id: role.id }, body: changeOf(fields) }),
    touches: [queryKeys.roles],
    showsFailure: true,
    onDone({ warnings }) {
      void message.success(text(frameTexts.saved()));
      for (const warning of warnings) void message.warning(warning, WARNING_SEC);
      onClose();
    },
  });
  const leave = useLeave(form, onClose);
  const title = text(role === undefined ? roleTexts.create() : roleTexts.edit(role.name));
  return (
    <Drawer
      open
      size="min(560px, 100vw)"
      title={title}
      onClose={leave}
      mask={{ closable: false }}
      footer={
        <div className="q-row-acts">
          <Button type="primary" loading={save.isPending} onClick={form.submit}>
            {text(frameTexts.save())}
          </Button>
          <Button onClick={onClose}>{text(frameTexts.cancel())}</Button>
        </div>
      }
    >
      <Form<RoleFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={fieldsOf(role)}
        scrollToFirstError={{ focus: true }}
        onFinish={() => save.mutate({ ...fieldsOf(role), ...form.getFieldsValue(true) })}
      >
        <WhoFields isNew={role === undefined} />
        <ModelFields />
        <SkillFields />
        <TeamField />
        <LimitFields />
      </Form>
      {save.error !== null && <Problem error={save.error} />}
    </Drawer>
  );
}

/** Asks first where something was entered. */
function useLeave(form: FormInstance<RoleFields>, onClose: () => void): () => void {
  const confirm = useConfirm();
  return () => {
    if (!form.isFieldsTouched()) return onClose();
    return confirm({
      title: roleTexts.discard(),
      content: roleTexts.discardHint(),
      action: roleTexts.discarding(),
      keep: roleTexts.goOnEditing(),
      isDangerous: true,
      act: onClose,
    });
  };
}

function WhoFields({ isNew }: { readonly isNew: boolean }): ReactNode {
  const { text } = useText();
  return (
    <>
      <Form.Item<RoleFields>
        name="name"
        label={text(roleTexts.name())}
        rules={[{ required: true, whitespace: true, message: text(roleTexts.nameMissing()) }]}
      >
        <Input maxLength={MOST_NAME_CHARS} autoFocus={isNew} />
      </Form.Item>
      <Form.Item<RoleFields>
        name="persona"
        label={text(roleTexts.persona())}
        extra={text(roleTexts.personaHint())}
      >
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 16 }}
          maxLength={MOST_PERSONA_CHARS}
          placeholder={text(roleTexts.personaExample())}
        />
      </Form.Item>
    </>
  );
}

function TeamField(): ReactNode {
  const { text } = useText();
  const { data: teams = [] } = useTeams();
  return (
    <Form.Item<RoleFields> name="teamId" label={text(roleTexts.team())}>
      <Select
        options={[
          { value: '', label: text(roleTexts.everybody()) },
          ...teams.map(({ id, name }) => ({ value: id, label: text(roleTexts.teamOnly(name)) })),
        ]}
      />
    </Form.Item>
  );
}

const LIMITS = [
  { name: 'maxRounds', most: MOST_OF_ROLE.rounds, isWhole: true },
  { name: 'wallSec', most: MOST_OF_ROLE.seconds, isWhole: false },
  { name: 'skillWallSec', most: MOST_OF_ROLE.seconds, isWhole: false },
  { name: 'dailyTokens', most: Number.MAX_SAFE_INTEGER, isWhole: true },
  { name: 'storageMb', most: MOST_OF_ROLE.storageMb, isWhole: true },
] as const;

function LimitFields(): ReactNode {
  const { text } = useText();
  return (
    <fieldset className="q-fieldset">
      <legend>{text(roleTexts.limits())}</legend>
      <p className="q-faint">{text(roleTexts.limitsHint())}</p>
      <div className="q-fields">
        {LIMITS.map(({ name, most, isWhole }) => (
          <Form.Item<RoleFields> key={name} name={name} label={text(roleTexts[name]())}>
            <InputNumber
              min={1}
              max={most}
              style={{ width: '100%' }}
              {...(isWhole && { precision: 0 })}
            />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  );
}
