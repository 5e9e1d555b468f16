// Signs out of this browser; the page begins anew.

import { App } from 'antd';
import { AppError } from '#base/app-error.ts';
import { useServer } from '../api/use-server.ts';
import { useText } from '../text/use-text.ts';

export function useSignOut(): () => Promise<void> {
  const server = useServer();
  const { message } = App.useApp();
  const { text } = useText();
  return async () => {
    try {
      await server.call('auth.sign-out');
    } catch (thrown) {
      const error = AppError.from(thrown);
      if (error.code !== 'not-signed-in') {
        void message.error(text(error.text));
        return;
      }
    }
    window.location.assign('/');
  };
}
