// One's own name and login.

import { App, Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import type { MeBody } from '#contract/api/auth-routes.ts';
import { MOST_NAME_CHARS } from '#contract/api/fields.ts';
import { loginSchema, MOST_LOGIN_CHARS, type PersonBody } from '#contract/api/people-routes.ts';
import { accountDialogTexts, frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useText } from '../text/use-text.ts';
import { Problem } from './problem.tsx';
import { useChange } from './use-change.ts';

interface AccountFields {
  readonly name: string;
  readonly login: string;
}

export interface AccountDialogProps {
  readonly person: PersonBody;
  readonly onClose: () => void;
}

export function AccountDialog({ person, onClose }: AccountDialogProps): ReactNode {
  const { text } = useText();
  const { message } = App.useApp();
  const [form] = Form.useForm<AccountFields>();
  const save = useChange<AccountFields, MeBody>({
    make: (server, body) => server.call('me.update', { body }),
    touches: [queryKeys.me],
    showsFailure: true,
    onDone() {
      void message.success(text(frameTexts.saved()));
      onClose();
    },
  });
  return (
    <Modal
      open
      title={text(accountDialogTexts.account())}
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
        initialValues={{ name: person.name, login: person.login }}
        onFinish={(fields) => save.mutate(fields)}
      >
        <Form.Item
          name="name"
          label={text(accountDialogTexts.name())}
          rules={[
            { required: true, whitespace: true, message: text(accountDialogTexts.nameMissing()) },
          ]}
        >
          <Input autoComplete="name" maxLength={MOST_NAME_CHARS} autoFocus />
        </Form.Item>
        <Form.Item
          name="login"
          label={text(accountDialogTexts.login())}
          rules={[
            {
              validator: async (_, login: string) => {
                if (!loginSchema.safeParse(login).success)
                  throw new AppError('input-invalid', accountDialogTexts.loginWrong());
              },
              message: text(accountDialogTexts.loginWrong()),
            },
          ]}
        >
          <Input autoComplete="username" maxLength={MOST_LOGIN_CHARS} />
        </Form.Item>
      </Form>
      {save.error !== null && <Problem error={save.error} />}
    </Modal>
  );
}
