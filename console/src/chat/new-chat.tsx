// A conversation that begins with its first message.

import { useRef, useState, type ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { useRoles } from '../api/use-roles.ts';
import { useServer } from '../api/use-server.ts';
import { useNewConversation } from '../shell/new-conversation.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { Composer, type ComposerHandle, type SentMessage } from './composer.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { deliverMessage } from './state/deliver-message.ts';
import { outgoingOf, type OutgoingMessage } from './state/outgoing.ts';

export function NewChat(): ReactNode {
  const { roleId, open } = useNewConversation();
  const { data: roles } = useRoles();
  const composer = useRef<ComposerHandle>(null);
  const { begin, isSending, failure } = useBegin(roleId, open);
  const role = roles?.find(({ id }) => id === roleId) ?? roles?.[0];
  const send = (message: SentMessage): void => {
    void begin(message, () => composer.current?.put(message.text));
  };
  return (
    <>
      <div className="qiao-scroller">
        <div className="qiao-column qiao-list">
          <EmptyChat
            roleName={role?.name}
            onExample={(example) => send({ text: example, attachments: [] })}
          />
        </div>
      </div>
      {failure !== undefined && (
        <div className="qiao-column">
          <Problem error={failure} />
        </div>
      )}
      <Composer ref={composer} sessionId={undefined} isSending={isSending} onSend={send} />
    </>
  );
}

interface Beginning {
  /** `onFailed` where it could not be: the text is not lost, and a next try makes no second conversation. */
  readonly begin: (message: SentMessage, onFailed: () => void) => Promise<void>;
  readonly isSending: boolean;
  readonly failure: AppError | undefined;
}

function useBegin(roleId: string | undefined, open: (sessionId: string) => void): Beginning {
  const server = useServer();
  const { language } = useText();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const made = useRef<{ readonly sessionId: string; readonly roleId: string | undefined }>(null);
  const message = useRef<OutgoingMessage>(null);
  const begin = async (said: SentMessage, onFailed: () => void): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setFailure(undefined);
    try {
      if (made.current === null || made.current.roleId !== roleId) {
        const body = roleId === undefined ? {} : { role_id: roleId };
        const { id } = await server.call('sessions.create', { body });
        made.current = { sessionId: id, roleId };
      }
      const { sessionId } = made.current;
      if (message.current?.text !== said.text) {
        message.current = outgoingOf({ ...said, kind: 'say' }, undefined);
      }
      await deliverMessage({ server, sessionId, message: message.current, language });
      open(sessionId);
    } catch (thrown) {
      setFailure(AppError.from(thrown));
      onFailed();
    } finally {
      setSending(false);
    }
  };
  return { begin, isSending, failure };
}
