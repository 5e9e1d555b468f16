// Copies a text, and says whether the browser did.

import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { messageTexts } from '#contract/texts/console-chat-texts.ts';
import { frameTexts } from '#contract/texts/console-texts.ts';
import { copyText } from '../shell/copy-text.ts';
import { useText } from '../text/use-text.ts';
import { IconButton } from './icon-button.tsx';

export interface CopyButtonProps {
  readonly text: () => string;
}

const SHOWN_MS = 1800;

export function CopyButton({ text: copied }: CopyButtonProps): ReactNode {
  const { text } = useText();
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    setOutcome((await copyText(copied())) ? 'copied' : 'failed');
  };
  const label = {
    copied: frameTexts.copied(),
    failed: messageTexts.copyFailed(),
    idle: frameTexts.copy(),
  }[outcome ?? 'idle'];
  return (
    <>
      <IconButton
        label={text(label)}
        icon={outcome === 'copied' ? <CheckOutlined /> : <CopyOutlined />}
        onClick={() => void copy()}
      />
      {outcome !== undefined && (
        <span role="status" className={outcome === 'copied' ? 'q-unseen' : 'qiao-bad'}>
          {text(label)}
        </span>
      )}
    </>
  );
}
