// Says that nothing new can be seen just now: because the connection is being looked for, or because it was refused.

import { Alert, Button, Spin } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { chatViewTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../text/use-text.ts';
import type { Connection } from './state/follow-conversation.ts';

/** What is over by then was not worth a word. */
const PATIENCE_MS = 900;

export interface ConnectionBannerProps {
  readonly connection: Connection;
  readonly reconnect: () => void;
}

export function ConnectionBanner({ connection, reconnect }: ConnectionBannerProps): ReactNode {
  const { text } = useText();
  const isWaiting = useLasting(connection.status === 'waiting', PATIENCE_MS);
  if (connection.status === 'failed') {
    return (
      <div className="qiao-column">
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={`${text(chatViewTexts.streamEnded())}: ${text(connection.error.text)}`}
          action={
            <Button size="small" onClick={reconnect}>
              {text(chatViewTexts.tryAgain())}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <div className="qiao-column" role="status">
      {isWaiting && (
        <Alert
          type="info"
          banner={false}
          icon={<Spin size="small" />}
          showIcon
          title={text(chatViewTexts.reconnecting())}
          action={
            <Button size="small" type="text" onClick={reconnect}>
              {text(chatViewTexts.tryAgain())}
            </Button>
          }
        />
      )}
    </div>
  );
}

function useLasting(isTrue: boolean, ms: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasted(isTrue), isTrue ? ms : 0);
    return () => clearTimeout(timer);
  }, [isTrue, ms]);
  return isTrue && hasLasted;
}
