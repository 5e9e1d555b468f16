// Deletes a conversation once the person has said yes; where it was open, a new one stands in its place.

import { useNavigate, useParams } from '@tanstack/react-router';
import { App } from 'antd';
import { AppError } from '#base/app-error.ts';
import { frameTexts, listTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';
import { useDeleteSession } from './use-session-changes.ts';

export function useConfirmDelete(): (id: string, title: string) => void {
  const { text } = useText();
  const { modal, message } = App.useApp();
  const { mutateAsync } = useDeleteSession();
  const navigate = useNavigate();
  const { session: open } = useParams({ strict: false });
  return (id, title) => {
    const remove = async (): Promise<void> => {
      try {
        await mutateAsync(id);
        if (open === id) await navigate({ to: '/' });
      } catch (thrown) {
        void message.error(text(AppError.from(thrown).text));
        throw thrown;
      }
    };
    modal.confirm({
      title: text(listTexts.deleteTitle(title)),
      content: text(listTexts.deleteWarning()),
      okText: text(listTexts.delete()),
      cancelText: text(frameTexts.cancel()),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: remove,
    });
  };
}
