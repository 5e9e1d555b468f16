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
  const makeSession = useMadeSession(roleId);
  const { begin, isSending, failure } = useBegin(makeSession, open);
  const role = roles?.find(({ id }) => id === roleId) ?? roles?.[0];
  const send = async (message: SentMessage): Promise<boolean> => {
    const hasBegun = await begin(message);
    if (!hasBegun) composer.current?.put(message.text);
    return hasBegun;
  };
  return (
    <>
      <div className="qiao-scroller">
        <div className="qiao-column qiao-list">
          <EmptyChat
            roleName={role?.name}
            onExample={(example) => void send({ text: example, attachments: [] })}
          />
        </div>
      </div>
      {failure !== undefined && (
        <div className="qiao-column">
          <Problem error={failure} />
        </div>
      )}
      <Composer
        // Files lie in a conversation, which is one role's.
        key={roleId}
        ref={composer}
        sessionId={undefined}
        isSending={isSending}
        makeSession={makeSession}
        onSend={send}
      />
    </>
  );
}

interface Beginning {
  /** False where it could not be: the text is not lost, and a next try makes no second conversation. */
  readonly begin: (said: SentMessage) => Promise<boolean>;
  readonly isSending: boolean;
  readonly failure: AppError | undefined;
}

/** The conversation with that role: made when it is first asked for, and no second one. */
function useMadeSession(roleId: string | undefined): () => Promise<string> {
  const server = useServer();
  const made = useRef<{ readonly id: Promise<string>; readonly roleId: string | undefined }>(null);
  return () => {
    if (made.current !== null && made.current.roleId === roleId) return made.current.id;
    const body = roleId === undefined ? {} : { role_id: roleId };
    const id = server.call('sessions.create', { body }).then((session) => session.id);
    made.current = { id, roleId };
    id.catch(() => (made.current = null));
    return id;
  };
}

function useBegin(
  makeSession: () => Promise<string>,
  open: (sessionId: string) => void,
): Beginning {
  const server = useServer();
  const { language } = useText();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const message = useRef<OutgoingMessage>(null);
  const begin = async (said: SentMessage): Promise<boolean> => {
    if (isSending) return false;
    setSending(true);
    setFailure(undefined);
    try {
      const sessionId = await makeSession();
      if (message.current === null || !isSame(message.current, said)) {
        message.current = outgoingOf({ ...said, kind: 'say' }, undefined);
      }
      await deliverMessage({ server, sessionId, message: message.current, language });
      open(sessionId);
      return true;
    } catch (thrown) {
      setFailure(AppError.from(thrown));
      return false;
    } finally {
      setSending(false);
    }
  };
  return { begin, isSending, failure };
}

/** Sent again, it is the same message. */
function isSame(one: SentMessage, other: SentMessage): boolean {
  return one.text === other.text && one.attachments.join(' ') === other.attachments.join(' ');
}
