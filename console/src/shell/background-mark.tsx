// In the head of a conversation: that something runs in its background, what, and how far it is.

import { LoadingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import type { BackgroundRunBody } from '#contract/api/background-routes.ts';
import { stepTexts } from '#contract/texts/console-chat-texts.ts';
import { backgroundViewTexts } from '#contract/texts/console-delivery-texts.ts';
import { useBackground } from '../api/use-background.ts';
import { useText } from '../text/use-text.ts';

/** Nothing where nothing runs. */
export function BackgroundMark({ sessionId }: { readonly sessionId: string }): ReactNode {
  const { text } = useText();
  const [isOpen, setOpen] = useState(false);
  const runs = useBackground({ sessionId, isWatched: isOpen });
  if (runs.length === 0) return null;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      title={text(backgroundViewTexts.list())}
      content={
        <ul className="q-background">
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      }
    >
      <Button
        className="q-background-mark"
        size="small"
        shape="round"
        icon={<LoadingOutlined />}
        aria-expanded={isOpen}
        aria-label={text(backgroundViewTexts.atWork(runs.length))}
      >
        <span className="q-background-words">{text(backgroundViewTexts.atWork(runs.length))}</span>
        <span className="q-background-count">{runs.length}</span>
      </Button>
    </Popover>
  );
}

function Run({ run }: { readonly run: BackgroundRunBody }): ReactNode {
  const { text } = useText();
  const { skill, fraction, text: words, is_cancelling: isCancelling } = run;
  return (
    <li>
      <bdi>{skill}</bdi>
      <span className="q-faint">
        {isCancelling ? text(backgroundViewTexts.cancelling()) : words}
        {fraction !== null && ` ${text(stepTexts.percent(fraction))}`}
      </span>
      {fraction === null ? (
        <progress className="qiao-progress" aria-label={skill} />
      ) : (
        <progress className="qiao-progress" value={fraction} max={1} aria-label={skill} />
      )}
    </li>
  );
}
