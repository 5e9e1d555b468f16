// Chooses files by the system's own dialogue.

import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useRef, type ReactNode } from 'react';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { useText } from '../text/use-text.ts';
import type { Attachments } from './use-attachments.ts';

export interface AttachButtonProps {
  readonly attachments: Attachments;
  readonly isDisabled?: boolean;
}

export function AttachButton({ attachments, isDisabled = false }: AttachButtonProps): ReactNode {
  const { text } = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={text(attachTexts.attach())}
        onChange={({ currentTarget }) => {
          attachments.add([...(currentTarget.files ?? [])]);
          // The same file may be chosen once more.
          currentTarget.value = '';
        }}
      />
      <Tooltip title={text(attachTexts.attachHint())}>
        <Button
          type="text"
          shape="circle"
          icon={<PaperClipOutlined />}
          aria-label={text(attachTexts.attach())}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        />
      </Tooltip>
    </>
  );
}
