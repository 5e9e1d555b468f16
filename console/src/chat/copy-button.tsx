// Copies a text, and says whether the browser did.

import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useState, type ReactNode } from 'react';
import { messageTexts } from '#contract/texts/console-chat-texts.ts';
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
    try {
      await navigator.clipboard.writeText(copied());
      setOutcome('copied');
    } catch {
      setOutcome(copyOld(copied()) ? 'copied' : 'failed');
    }
  };
  const label = {
    copied: messageTexts.copied(),
    failed: messageTexts.copyFailed(),
    idle: messageTexts.copy(),
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

/** On an address without https browsers give no clipboard. */
function copyOld(copied: string): boolean {
  const area = document.createElement('textarea');
  area.value = copied;
  area.style.cssText = 'position:fixed;opacity:0';
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way there is without https
    return document.execCommand('copy');
  } finally {
    area.remove();
  }
}
