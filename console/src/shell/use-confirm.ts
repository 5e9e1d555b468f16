// Asks before something is done that is not easily undone.

import { App } from 'antd';
import type { Text } from '#base/text.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { useText } from '../text/use-text.ts';

export interface Question {
  readonly title: Text;
  /** What it leads to. */
  readonly content: Text;
  /** What is done, on the button that does it. */
  readonly action: Text;
  /** On the button that leaves it as it is, where "Cancel" would say the other thing. */
  readonly keep?: Text;
  readonly isDangerous: boolean;
  readonly act: () => void;
}

export function useConfirm(): (question: Question) => void {
  const { text } = useText();
  const { modal } = App.useApp();
  return ({ title, content, action, keep = frameTexts.cancel(), isDangerous, act }) =>
    void modal.confirm({
      title: text(title),
      content: text(content),
      okText: text(action),
      okButtonProps: { danger: isDangerous },
      cancelText: text(keep),
      autoFocusButton: isDangerous ? 'cancel' : 'ok',
      onOk: act,
    });
}
