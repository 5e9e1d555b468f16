// A conversation's state as the page makes it of events and pages of the history.

import type { FollowedEvent } from '#client/follow-events.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import {
  newConversation,
  reduceConversation,
  type ConversationAction,
  type ConversationState,
} from '../../console/src/chat/state/conversation-state.ts';

export const CALL = { id: 'c', tool: 'look', arguments: { n: 1 } };
export const END = { type: 'turn-finished', text: 'It is 1.', reason: 'answered' } as const;
export const RUNNING = {
  state: 'running',
  reason: null,
  reply: null,
  rounds: null,
  failures: null,
  ended_at: null,
} as const;

export function eventsOf(
  turn: string,
  told: readonly ChatEvent[],
  after = 0,
): Extract<ConversationAction, { type: 'events' }> {
  const followed = told.map((event, index): FollowedEvent => ({
    type: 'event',
    session: 's',
    seq: after + index + 1,
    turn,
    event,
  }));
  return { type: 'events', events: followed };
}

/** One that has ended. */
export function turnBody(id: string, fields: Partial<TurnBody> = {}): TurnBody {
  return {
    id,
    session_id: 's',
    text: 'How many?',
    attachments: [],
    state: 'done',
    reason: 'answered',
    reply: 'It is 1.',
    calls: [],
    artifacts: [],
    rounds: 1,
    failures: 0,
    banned: [],
    origin: 'person',
    deliveries: [],
    is_superseded: false,
    created_at: '2026-11-30T00:00:00.000Z',
    ended_at: '2026-11-30T00:00:01.000Z',
    ...fields,
  };
}

export function latestPage(
  items: readonly TurnBody[],
  given: {
    readonly cursor?: string;
    readonly asOf?: number;
    readonly followFrom?: number;
  } = {},
): ConversationAction {
  const { cursor, asOf = 0, followFrom = 0 } = given;
  return { type: 'latest', items, cursor, asOf, followFrom };
}

export function played(...actions: readonly ConversationAction[]): ConversationState {
  return actions.reduce(reduceConversation, newConversation());
}
