// A conversation that exists: its messages, what stands in their way, and the place to write.

import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { AppError } from '#base/app-error.ts';
import { useSession } from '../api/use-session.ts';
import { isComposing } from '../shell/is-composing.ts';
import { Loading } from '../shell/loading.tsx';
import { Problem } from '../shell/problem.tsx';
import { Composer, type ComposerHandle, type SentMessage } from './composer.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ConversationContext } from './conversation-context.ts';
import { LiveRegion } from './live-region.tsx';
import { MessageList } from './message-list.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { useConversationState } from './use-conversation-state.ts';
import { useConversation, type ConversationView } from './use-conversation.ts';

export function Conversation({ sessionId }: { readonly sessionId: string }): ReactNode {
  const view = useConversation(sessionId);
  const isLoaded = useConversationState(view.store, (state) => state.isLoaded);
  const composer = useRef<ComposerHandle>(null);
  const { connection, reconnect, store, actions } = view;
  // Asked once here, not by each of thousands of answers.
  const hasPlainReplies = useSession(sessionId).data?.channel === 'text';
  const place = useMemo(
    () => ({
      sessionId,
      hasPlainReplies,
      store,
      actions,
      toDraft: (message: SentMessage) => composer.current?.put(message),
    }),
    [sessionId, hasPlainReplies, store, actions],
  );
  if (!isLoaded) {
    return connection.status === 'failed' ? (
      <NotLoaded error={connection.error} onRetry={reconnect} />
    ) : (
      <Loading />
    );
  }
  return (
    <ConversationContext value={place}>
      <MessageList />
      <ConnectionBanner connection={connection} reconnect={reconnect} />
      <Writing view={view} composer={composer} />
      <LiveRegion />
    </ConversationContext>
  );
}

interface WritingProps {
  readonly view: ConversationView;
  readonly composer: React.RefObject<ComposerHandle | null>;
}

/** The composer, and the stop of the turn that runs. */
function Writing({ view: { store, actions, sessionId }, composer }: WritingProps): ReactNode {
  const running = useConversationState(store, (state) => state.runningId);
  const [stopping, setStopping] = useState<string>();
  const [failure, setFailure] = useState<{ readonly turn: string; readonly error: AppError }>();
  const stop = (): void => {
    if (running === undefined || stopping === running) return;
    setStopping(running);
    setFailure(undefined);
    actions.stop(running).catch((thrown: unknown) => {
      setStopping(undefined);
      setFailure({ turn: running, error: AppError.from(thrown) });
    });
  };
  useEscape(stop, running !== undefined);
  return (
    <>
      {failure !== undefined && failure.turn === running && (
        <div className="qiao-column">
          <Problem error={failure.error} onRetry={stop} />
        </div>
      )}
      <Composer
        ref={composer}
        sessionId={sessionId}
        isAnswering={running !== undefined}
        isStopping={running !== undefined && stopping === running}
        onStop={stop}
        onSend={({ text: said, attachments }) => {
          actions.send({ text: said, attachments, kind: 'say' });
          return true;
        }}
      />
    </>
  );
}

/** Esc stops, unless something that is open takes it, or an input method does. */
function useEscape(act: () => void, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || isComposing(event);
      if (event.key !== 'Escape' || isTaken || isSomethingOpen()) return;
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}

function isSomethingOpen(): boolean {
  return (
    document.querySelector(
      '[role="dialog"], .ant-select-dropdown:not(.ant-select-dropdown-hidden), .ant-dropdown:not(.ant-dropdown-hidden), [data-takes-escape]',
    ) !== null
  );
}
