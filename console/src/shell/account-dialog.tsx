// One's own name and login.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Form, Input, Modal } from 'antd';
import type { ReactNode } from 'react';
import type { AppError } from '#base/app-error.ts';
import type { MeBody } from '#contract/api/auth-routes.ts';
import type { PersonBody } from '#contract/api/people-routes.ts';
import { accountDialogTexts, frameTexts } from '#contract/texts/console-texts.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer } from '../api/use-server.ts';
import { useText } from '../text/use-text.ts';
import { Problem } from './problem.tsx';

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
  const server = useServer();
  const queryClient = useQueryClient();
  const [form] = Form.useForm<AccountFields>();
  const save = useMutation<MeBody, AppError, AccountFields>({
    mutationFn: (body) => server.call('me.update', { body }),
    onSuccess: (me) => {
      queryClient.setQueryData(queryKeys.me, me);
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
          <Input autoComplete="name" maxLength={200} autoFocus />
        </Form.Item>
        <Form.Item
          name="login"
          label={text(accountDialogTexts.login())}
          rules={[
            {
              required: true,
              pattern: /^\s*[\p{L}\p{N}._@+-]{2,100}\s*$/u,
              message: text(accountDialogTexts.loginWrong()),
            },
          ]}
        >
          <Input autoComplete="username" maxLength={100} />
        </Form.Item>
      </Form>
      {save.error !== null && <Problem error={save.error} />}
    </Modal>
  );
}
