// One conversation on the page: followed for as long as it is looked at, and what one can do in it.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import type { ApiClient } from '#client/api-client.ts';
import type { SessionBody } from '#contract/api/session-routes.ts';
import { isPassing } from '../api/is-passing.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useServer, useSignInState } from '../api/use-server.ts';
import { isSentTo } from '../conversations/channel-name.ts';
import { useText } from '../text/use-text.ts';
import type { ConversationAction } from './state/conversation-state.ts';
import { createConversationStore, type ConversationStore } from './state/conversation-store.ts';
import { deliverMessage } from './state/deliver-message.ts';
import { followConversation, type Connection } from './state/follow-conversation.ts';
import { keepOutgoing, keptOutgoing } from './state/kept-in-tab.ts';
import { loadOlder } from './state/load-older.ts';
import { outgoingOf, type NewMessage, type OutgoingMessage } from './state/outgoing.ts';
import type { Call } from './state/turn-state.ts';
import { useSendWaiting } from './use-send-waiting.ts';

export interface ConversationView {
  readonly sessionId: string;
  readonly store: ConversationStore;
  readonly connection: Connection;
  /** After a refusal, or for whoever does not want to wait. */
  readonly reconnect: () => void;
  readonly actions: ConversationActions;
}

export interface ConversationActions {
  /** Shown at once; where it can't be delivered it stays, to be sent again under the same key. */
  readonly send: (message: NewMessage) => void;
  readonly sendAgain: (message: OutgoingMessage) => void;
  readonly discard: (key: string) => void;
  /** Rejects with what the server said. */
  readonly stop: (turnId: string) => Promise<void>;
  /** Ends what a call does in the background. Rejects with what the server said. */
  readonly cancelBackground: (
    turnId: string,
    call: Pick<Call, 'id' | 'background'>,
  ) => Promise<void>;
  /** Sends once more what did not arrive; `key` makes it once. Rejects with what the server said. */
  readonly resend: (deliveryId: string, key: string) => Promise<void>;
  readonly loadOlder: () => Promise<void>;
}

export function useConversation(sessionId: string): ConversationView {
  const server = useServer();
  const { count: signIns } = useSignInState();
  const queryClient = useQueryClient();
  const [store] = useState(() => createConversationStore(keptOutgoing(sessionId)));
  const [connection, setConnection] = useState<Connection>({ status: 'connecting' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    void followConversation({
      server,
      sessionId,
      store,
      signal: leaving.signal,
      onConnection: (state) => {
        if (!leaving.signal.aborted) setConnection(state);
      },
      // Its title, its place in the list, what ran.
      onTurnEnded: () => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
        void queryClient.invalidateQueries({ queryKey: queryKeys.sessionRuns(sessionId) });
      },
      onBackground: () => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.background(sessionId) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.sessionRuns(sessionId) });
      },
      isSentTo: () => {
        const session = queryClient.getQueryData<SessionBody>(queryKeys.session(sessionId));
        return session !== undefined && isSentTo(session);
      },
    });
    return () => leaving.abort();
  }, [server, sessionId, store, queryClient, signIns, tries]);
  const reconnect = useCallback(() => setTries((count) => count + 1), []);
  const actions = useActions(sessionId, store);
  useSendWaiting({
    store,
    sendAgain: actions.sendAgain,
    isConnected: connection.status === 'open',
  });
  return { sessionId, store, connection, reconnect, actions };
}

function useActions(sessionId: string, store: ConversationStore): ConversationActions {
  const server = useServer();
  const { language } = useText();
  return useMemo(() => {
    const deliver = createDelivery({ server, sessionId, store, language });
    return {
      send: (message) => {
        const { order, turns } = store.get();
        const replaced = turns.get(message.replaces ?? '');
        // The server gives them to what takes its place: they are shown with it, and come back where it fails.
        const { attachments = replaced?.attachments ?? [] } = message;
        void deliver(outgoingOf({ ...message, attachments }, order.at(-1)));
      },
      sendAgain: (message) => void deliver(message),
      discard: (key) => {
        store.apply({ type: 'discarded', key });
        keepOutgoing(sessionId, store.get().outgoing);
      },
      stop: async (turnId) => {
        await server.call('turns.stop', { params: { session_id: sessionId, turn_id: turnId } });
      },
      cancelBackground: async (turnId, { id: callId, background }) => {
        const params = { session_id: sessionId, background_id: background?.id ?? '' };
        await server.call('background.cancel', { params });
        store.apply({ type: 'cancelling', turnId, callId });
      },
      resend: async (deliveryId, key) => {
        const params = { session_id: sessionId, delivery_id: deliveryId };
        await server.call('deliveries.resend', { params, body: { client_key: key } });
      },
      loadOlder: () => loadOlder({ server, sessionId, store }),
    };
  }, [server, sessionId, store, language]);
}

interface DeliveryParts {
  readonly server: ApiClient;
  readonly sessionId: string;
  readonly store: ConversationStore;
  readonly language: Language;
}

/** One message after the other, in the order they were written. */
function createDelivery(parts: DeliveryParts): (message: OutgoingMessage) => Promise<void> {
  const { server, sessionId, store, language } = parts;
  let before: Promise<unknown> = Promise.resolve();
  const change = (action: ConversationAction): void => {
    store.apply(action);
    keepOutgoing(sessionId, store.get().outgoing);
  };
  return async (message) => {
    const { key } = message;
    change({ type: 'sending', message: { ...message, status: 'sending', failure: undefined } });
    const delivered = before.then(() => deliverMessage({ server, sessionId, message, language }));
    before = delivered.catch(() => undefined);
    try {
      const { turn_id: turnId, state } = await delivered;
      change({ type: 'accepted', key, turnId, state });
    } catch (thrown) {
      const failure = AppError.from(thrown).text;
      change({ type: 'send-failed', key, failure, isPassing: isPassing(thrown) });
    }
  };
}
