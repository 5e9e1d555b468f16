// Holds a conversation's state outside of the page's tree: what streams in is drawn at most once a frame.

import type { FollowedEvent } from '#client/follow-events.ts';
import {
  newConversation,
  reduceConversation,
  type ConversationAction,
  type ConversationState,
} from './conversation-state.ts';
import type { OutgoingMessage } from './outgoing.ts';

export interface ConversationStore {
  readonly get: () => ConversationState;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly apply: (action: ConversationAction) => void;
  /** Taken in with the next frame, or soon where the page is hidden. */
  readonly take: (event: FollowedEvent) => void;
  /** What was taken so far is in the state. */
  readonly flush: () => void;
}

/** Frames of a hidden page may never come. */
const LATEST_MS = 200;

export function createConversationStore(outgoing: readonly OutgoingMessage[]): ConversationStore {
  let state = newConversation(outgoing);
  let waiting: FollowedEvent[] = [];
  let planned: { readonly frame: number; readonly timer: number } | undefined;
  const listeners = new Set<() => void>();

  const apply = (action: ConversationAction): void => {
    const next = reduceConversation(state, action);
    if (next === state) return;
    state = next;
    for (const onChange of listeners) onChange();
  };
  const flush = (): void => {
    if (planned !== undefined) {
      cancelAnimationFrame(planned.frame);
      clearTimeout(planned.timer);
      planned = undefined;
    }
    if (waiting.length === 0) return;
    const events = waiting;
    waiting = [];
    apply({ type: 'events', events });
  };

  return {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    apply(action) {
      flush();
      apply(action);
    },
    take(event) {
      waiting.push(event);
      planned ??= {
        frame: requestAnimationFrame(flush),
        timer: window.setTimeout(flush, LATEST_MS),
      };
    },
    flush,
  };
}
