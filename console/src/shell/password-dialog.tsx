// Sets or changes one's password.

import { App, Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { MOST_PASSWORD_CHARS } from '#contract/api/auth-routes.ts';
import { PASSWORD_CHARACTERS_LEAST } from '#contract/password-length.ts';
import { accountDialogTexts, frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useText } from '../text/use-text.ts';
import { Problem } from './problem.tsx';
import { useChange } from './use-change.ts';

interface PasswordFields {
  readonly current?: string;
  readonly fresh: string;
}

export interface PasswordDialogProps {
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

export function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps): ReactNode {
  const { text } = useText();
  const [form] = Form.useForm<PasswordFields>();
  const save = useSavePassword(onClose);
  const title = hasPassword ? accountDialogTexts.password() : accountDialogTexts.setPassword();
  return (
    <Modal
      open
      title={text(title)}
      okText={text(frameTexts.save())}
      cancelText={text(frameTexts.cancel())}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => save.mutate(fields)}
      >
        {hasPassword && (
          <Form.Item
            name="current"
            label={text(accountDialogTexts.current())}
            extra={text(accountDialogTexts.currentHint())}
          >
            <Input.Password
              autoComplete="current-password"
              maxLength={MOST_PASSWORD_CHARS}
              autoFocus
            />
          </Form.Item>
        )}
        <Form.Item
          name="fresh"
          label={text(accountDialogTexts.fresh())}
          extra={text(accountDialogTexts.freshHint(PASSWORD_CHARACTERS_LEAST))}
          rules={[
            {
              required: true,
              min: PASSWORD_CHARACTERS_LEAST,
              message: text(accountDialogTexts.freshShort(PASSWORD_CHARACTERS_LEAST)),
            },
          ]}
        >
          <Input.Password
            autoComplete="new-password"
            maxLength={MOST_PASSWORD_CHARS}
            autoFocus={!hasPassword}
          />
        </Form.Item>
      </Form>
      {save.error !== null && <Problem error={save.error} />}
    </Modal>
  );
}

function useSavePassword(onSaved: () => void) {
  const { text } = useText();
  const { message } = App.useApp();
  return useChange<PasswordFields, null>({
    make: (server, { current, fresh }) =>
      server.call('auth.password', {
        body: {
          new_password: fresh,
          ...(current !== undefined && current !== '' && { current_password: current }),
        },
      }),
    touches: [queryKeys.me],
    showsFailure: true,
    onDone() {
      void message.success(text(accountDialogTexts.passwordSaved()));
      onSaved();
    },
  });
}
