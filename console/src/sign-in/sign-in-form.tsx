// Login and password; what went wrong with them; and how one gets in without a password.

import { Button, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { MOST_PASSWORD_CHARS, MOST_TYPED_LOGIN_CHARS } from '#contract/api/auth-routes.ts';
import { signInTexts } from '#contract/texts/console-texts.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { useSignIn, type Credentials } from './use-sign-in.ts';

export interface SignInFormProps {
  /** Whoever was signed in before. */
  readonly login?: string | undefined;
}

export function SignInForm({ login }: SignInFormProps): ReactNode {
  const { text } = useText();
  const { isSending, failure, waitSec, send } = useSignIn();
  return (
    <Form<Credentials>
      layout="vertical"
      requiredMark={false}
      initialValues={{ login: login ?? '', password: '' }}
      onFinish={(credentials) => void send(credentials)}
      scrollToFirstError={{ focus: true }}
    >
      <Form.Item
        name="login"
        label={text(signInTexts.login())}
        rules={[{ required: true, whitespace: true, message: text(signInTexts.loginMissing()) }]}
      >
        <Input
          autoComplete="username"
          autoFocus={login === undefined}
          maxLength={MOST_TYPED_LOGIN_CHARS}
        />
      </Form.Item>
      <Form.Item
        name="password"
        label={text(signInTexts.password())}
        rules={[{ required: true, message: text(signInTexts.passwordMissing()) }]}
      >
        <Input.Password
          autoComplete="current-password"
          autoFocus={login !== undefined}
          maxLength={MOST_PASSWORD_CHARS}
        />
      </Form.Item>
      {failure !== undefined && (
        <div className="q-sign-in-problem">
          <Problem error={failure} />
        </div>
      )}
      <Button
        type="primary"
        htmlType="submit"
        block
        size="large"
        loading={isSending}
        disabled={waitSec > 0}
      >
        {text(waitSec > 0 ? signInTexts.wait(waitSec) : signInTexts.submit())}
      </Button>
      <div className="q-sign-in-hint">
        <strong>{text(signInTexts.hintTitle())}</strong> {text(signInTexts.hintBefore())}
        <code className="q-code">npx qiao link</code>
        {text(signInTexts.hintAfter())}
      </div>
    </Form>
  );
}
