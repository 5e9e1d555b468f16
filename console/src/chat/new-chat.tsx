// A conversation that begins with its first message.

import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { AppError } from '#base/app-error.ts';
import { messageTexts } from '#contract/texts/console-chat-texts.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useRoles } from '../api/use-roles.ts';
import { useServer } from '../api/use-server.ts';
import { useNewConversation } from '../shell/new-conversation.ts';
import { Problem } from '../shell/problem.tsx';
import { useText } from '../text/use-text.ts';
import { Composer, type ComposerHandle, type SentMessage } from './composer.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { deliverMessage } from './state/deliver-message.ts';
import { dropDraft } from './state/drafts.ts';
import { outgoingOf, type OutgoingMessage } from './state/outgoing.ts';

export function NewChat(): ReactNode {
  const { roleId } = useNewConversation();
  const { data: roles } = useRoles();
  const composer = useRef<ComposerHandle>(null);
  const session = useMadeSession(roleId);
  const { begin, isSending, failure } = useBegin(session);
  // Else the first "/" of a skill's name would go to the search. A finger's keyboard would cover what is there to choose.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches && document.activeElement === document.body)
      composer.current?.focus();
  }, []);
  const role = roles?.find(({ id }) => id === roleId) ?? roles?.[0];
  const say = async (example: string): Promise<void> => {
    const message = { text: example, attachments: [] };
    if (!(await begin(message))) composer.current?.put(message);
  };
  return (
    <>
      <div className="qiao-scroller">
        <div className="qiao-column qiao-list">
          <EmptyChat roleName={role?.name} onExample={(example) => void say(example)} />
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
        makeSession={session.make}
        onSend={(message) => {
          void begin(message);
          // It stands there until the server has it.
          return false;
        }}
      />
    </>
  );
}

interface MadeSession {
  /** Its id: made when it is first asked for, and no second one. */
  readonly make: () => Promise<string>;
  /** It has begun: what is said next begins another. */
  readonly leave: () => void;
}

/** The conversation with that role. */
function useMadeSession(roleId: string | undefined): MadeSession {
  const server = useServer();
  const made = useRef<{ readonly id: Promise<string>; readonly roleId: string | undefined }>(null);
  return {
    make() {
      if (made.current !== null && made.current.roleId === roleId) return made.current.id;
      const body = roleId === undefined ? {} : { role_id: roleId };
      const id = server.call('sessions.create', { body }).then((session) => session.id);
      made.current = { id, roleId };
      id.catch(() => (made.current = null));
      return id;
    },
    leave: () => (made.current = null),
  };
}

interface Beginning {
  /** False where it could not be: the text is not lost, and a next try makes no second conversation. */
  readonly begin: (said: SentMessage) => Promise<boolean>;
  readonly isSending: boolean;
  readonly failure: AppError | undefined;
}

function useBegin(session: MadeSession): Beginning {
  const server = useServer();
  const queryClient = useQueryClient();
  const { roleId, open } = useNewConversation();
  const { text, language } = useText();
  const { message: notices } = App.useApp();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<AppError>();
  const message = useRef<OutgoingMessage>(null);
  const visit = useVisit(roleId);
  const deliver = async (said: SentMessage): Promise<string> => {
    const sessionId = await session.make();
    if (message.current === null || !isSame(message.current, said)) {
      message.current = outgoingOf({ ...said, kind: 'say' }, undefined);
    }
    await deliverMessage({ server, sessionId, message: message.current, language });
    return sessionId;
  };
  const begin = async (said: SentMessage): Promise<boolean> => {
    if (isSending) return false;
    const begun = visit.current;
    setSending(true);
    setFailure(undefined);
    try {
      const sessionId = await deliver(said);
      message.current = null;
      session.leave();
      dropDraft(undefined, said.text);
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      // Whoever left for another place is not pulled back: it stands in the list.
      if (visit.current === begun) open(sessionId);
      return true;
    } catch (thrown) {
      const error = AppError.from(thrown);
      if (visit.current === begun) setFailure(error);
      // Its words stand where the next conversation begins.
      else void notices.error(`${text(messageTexts.notSent())} · ${text(error.text)}`);
      return false;
    } finally {
      setSending(false);
    }
  };
  return { begin, isSending, failure };
}

/** Another object for each stay at this place; undefined once it was left. */
function useVisit(roleId: string | undefined): RefObject<object | undefined> {
  const visit = useRef<object>(undefined);
  useEffect(() => {
    visit.current = { roleId };
    return () => {
      visit.current = undefined;
    };
  }, [roleId]);
  return visit;
}

/** Sent again, it is the same message. */
function isSame(one: SentMessage, other: SentMessage): boolean {
  return one.text === other.text && filesOf(one) === filesOf(other);
}

function filesOf({ attachments }: Pick<SentMessage, 'attachments'>): string {
  return attachments.map(({ id }) => id).join(' ');
}
