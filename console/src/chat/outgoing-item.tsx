// A message on its way: shown as sent until it is known otherwise.

import { Button, Spin } from 'antd';
import type { ReactNode } from 'react';
import { messageTexts } from '#contract/texts/console-chat-texts.ts';
import { useText } from '../text/use-text.ts';
import { useConversationPlace } from './conversation-context.ts';
import type { OutgoingMessage } from './state/outgoing.ts';
import { SentFiles } from './turn/sent-files.tsx';

export function OutgoingItem({ message }: { readonly message: OutgoingMessage }): ReactNode {
  const { text } = useText();
  const { actions, toDraft } = useConversationPlace();
  const { status, failure, key } = message;
  const takeBack = (): void => {
    actions.discard(key);
    if (message.kind !== 'regenerate') toDraft(message);
  };
  return (
    <div className="qiao-turn">
      <div className="qiao-said-row">
        {message.text !== '' && (
          <div className="qiao-said" data-status={status} dir="auto">
            {message.text}
          </div>
        )}
        <SentFiles files={message.attachments} />
        {status === 'sending' ? (
          <div className="qiao-note" role="status">
            <Spin size="small" /> {text(messageTexts.sending())}
          </div>
        ) : (
          <div
            className={`qiao-note ${status === 'failed' ? 'qiao-bad' : 'qiao-warn'}`}
            role="alert"
          >
            <span>
              <strong>
                {text(status === 'failed' ? messageTexts.notSent() : messageTexts.waitsForServer())}
              </strong>
              {status === 'failed' && failure !== undefined && ` · ${text(failure)}`}
            </span>
            <span className="qiao-note-actions">
              <Button size="small" type="primary" onClick={() => actions.sendAgain(message)}>
                {text(messageTexts.sendAgain())}
              </Button>
              <Button size="small" onClick={takeBack}>
                {text(
                  message.kind === 'regenerate' ? messageTexts.cancel() : messageTexts.toDraft(),
                )}
              </Button>
            </span>
          </div>
        )}
      </div>
    </div>
  );
}
