// Over the page where the sign-in ended while it was open: what was typed below it stays.

import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { signInTexts } from '#contract/texts/console-texts.ts';
import { useServer } from '../api/use-server.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';
import { useAcceptSignIn } from './use-sign-in.ts';

export function SignInAgain({ login }: { readonly login: string }): ReactNode {
  const { text } = useText();
  const server = useServer();
  const accept = useAcceptSignIn();
  const [failure, setFailure] = useState<AppError>();
  const look = async (): Promise<void> => {
    try {
      accept(await server.call('me.get'));
    } catch (thrown) {
      setFailure(AppError.from(thrown));
    }
  };
  return (
    <Modal
      open
      centered
      width={420}
      footer={null}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={text(signInTexts.overTitle())}
    >
      <p>{text(signInTexts.over())}</p>
      <SignInForm login={login} />
      <Button type="link" block onClick={() => void look()}>
        {text(signInTexts.otherTab())}
      </Button>
      {failure !== undefined && <Problem error={failure} />}
    </Modal>
  );
}
