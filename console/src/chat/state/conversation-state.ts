// A conversation as the page shows it: one state from the history and the event stream, whichever tells first.

import { assertNever } from '#base/assert-never.ts';
import type { Text } from '#base/text.ts';
import type { FollowedEvent } from '#client/follow-events.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import { withCancelWanted } from './background-calls.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { withEvent } from './turn-events.ts';
import { withHistory } from './turn-history.ts';
import { emptyTurn, hasEnded, type TurnState } from './turn-state.ts';

export interface ConversationState {
  /** The last event that was taken in: where the stream is resumed. */
  readonly seq: number;
  /** The first page of the history is there. */
  readonly isLoaded: boolean;
  /** Of the page before the oldest turn; undefined where that is the first. */
  readonly olderCursor: string | undefined;
  /** Of what is shown, the oldest first. */
  readonly order: readonly string[];
  readonly turns: ReadonlyMap<string, TurnState>;
  /** Told of by the stream and not (yet) by the history: of older pages, replaced, or new. */
  readonly unplaced: ReadonlyMap<string, TurnState>;
  readonly outgoing: readonly OutgoingMessage[];
  /** Grows with each turn that is shown before the history told of it. */
  readonly additions: number;
  /** The turn that is worked on just now. */
  readonly runningId: string | undefined;
  /** Something is worked on, or waits. */
  readonly isBusy: boolean;
  /** The last turn that was answered, or will be: those that were taken back don't count. */
  readonly lastId: string | undefined;
  /** Turns that no page of the history has held yet, with the number of their addition. */
  readonly added: ReadonlyMap<string, number>;
}

export type ConversationAction =
  | { readonly type: 'events'; readonly events: readonly FollowedEvent[] }
  /** The latest turns; `asOf`: `additions` when the page was asked for. Newest first, as the server gives them. */
  | {
      readonly type: 'latest';
      readonly items: readonly TurnBody[];
      readonly cursor: string | undefined;
      readonly asOf: number;
      /** Events behind it tell of all that these turns do not. */
      readonly followFrom: number;
    }
  | {
      readonly type: 'older';
      readonly items: readonly TurnBody[];
      readonly cursor: string | undefined;
    }
  | { readonly type: 'turn'; readonly turn: TurnBody }
  /** The server was told to end what a call does in the background. */
  | { readonly type: 'cancelling'; readonly turnId: string; readonly callId: string }
  | { readonly type: 'sending'; readonly message: OutgoingMessage }
  | {
      readonly type: 'accepted';
      readonly key: string;
      readonly turnId: string;
      readonly state: 'queued' | 'running';
    }
  | {
      readonly type: 'send-failed';
      readonly key: string;
      readonly failure: Text;
      /** The server was not there. */
      readonly isPassing: boolean;
    }
  | { readonly type: 'discarded'; readonly key: string };

export function newConversation(outgoing: readonly OutgoingMessage[] = []): ConversationState {
  return {
    seq: 0,
    isLoaded: false,
    olderCursor: undefined,
    order: [],
    turns: new Map(),
    unplaced: new Map(),
    outgoing,
    additions: 0,
    runningId: undefined,
    isBusy: false,
    lastId: undefined,
    added: new Map(),
  };
}

export function reduceConversation(
  state: ConversationState,
  action: ConversationAction,
): ConversationState {
  const next = reduced(state, action);
  return next.turns === state.turns && next.order === state.order ? next : summed(next);
}

function reduced(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case 'events':
      return withEvents(state, action.events);
    case 'latest':
      return withLatest(state, action);
    case 'older':
      return withOlder(state, action);
    case 'turn':
      return state.turns.has(action.turn.id) ? withTurns(state, [action.turn]) : state;
    case 'accepted':
      return withAccepted(state, action);
    case 'cancelling':
      return withCancelling(state, action);
    case 'sending':
    case 'send-failed':
    case 'discarded':
      return { ...state, outgoing: changedOutgoing(state.outgoing, action) };
    default:
      return assertNever(action);
  }
}

/** Found once for all who look: there may be thousands. */
function summed(state: ConversationState): ConversationState {
  const { order, turns } = state;
  const stateOf = (id: string) => turns.get(id)?.state;
  const runningId = order.findLast((id) => stateOf(id) === 'running');
  return {
    ...state,
    runningId,
    isBusy: runningId !== undefined || order.some((id) => stateOf(id) === 'queued'),
    lastId: order.findLast((id) => stateOf(id) !== 'dropped'),
  };
}

/** Messages that no turn shows yet; one whose answer is still on its way may be in the history already. */
export function shownOutgoing(state: ConversationState): readonly OutgoingMessage[] {
  return state.outgoing.filter(({ status, after, text, kind }) => {
    if (status !== 'sending' || kind !== 'say') return true;
    const since = state.order.slice(after === undefined ? 0 : state.order.indexOf(after) + 1);
    return !since.some((id) => state.turns.get(id)?.text === text);
  });
}

function withEvents(state: ConversationState, events: readonly FollowedEvent[]): ConversationState {
  const turns = new Map(state.turns);
  const unplaced = new Map(state.unplaced);
  let { seq } = state;
  for (const { seq: at, turn: id, event } of events) {
    if (at <= seq) continue;
    seq = at;
    const shown = turns.get(id);
    if (shown === undefined) {
      unplaced.set(id, slim(withEvent(unplaced.get(id) ?? emptyTurn(id), event)));
    } else turns.set(id, withEvent(shown, event));
  }
  return { ...state, seq, turns, unplaced };
}

/** What an ended turn's history tells anyway is not kept for one that may never be shown. */
function slim(turn: TurnState): TurnState {
  if (!hasEnded(turn) || turn.calls.length === 0) return turn;
  return { ...turn, calls: turn.calls.filter(({ background }) => background !== undefined) };
}

function withTurns(state: ConversationState, bodies: readonly TurnBody[]): ConversationState {
  const turns = new Map(state.turns);
  const unplaced = new Map(state.unplaced);
  const added = new Map(state.added);
  for (const body of bodies) {
    turns.set(body.id, withHistory(turns.get(body.id) ?? unplaced.get(body.id), body));
    unplaced.delete(body.id);
    added.delete(body.id);
  }
  return { ...state, turns, unplaced, added };
}

function withCancelling(
  state: ConversationState,
  { turnId, callId }: Extract<ConversationAction, { type: 'cancelling' }>,
): ConversationState {
  const turn = state.turns.get(turnId);
  if (turn === undefined) return state;
  const calls = turn.calls.map((call) => (call.id === callId ? withCancelWanted(call) : call));
  return { ...state, turns: new Map(state.turns).set(turnId, { ...turn, calls }) };
}

function withLatest(
  before: ConversationState,
  page: Extract<ConversationAction, { type: 'latest' }>,
): ConversationState {
  const ids = page.items.map(({ id }) => id).toReversed();
  const listed = new Set(ids);
  const first = before.order.findIndex((id) => listed.has(id));
  const isGap = before.isLoaded && first === -1 && page.cursor !== undefined;
  const isFresh = !before.isLoaded || isGap;
  // Whole where there is no page before it: then what it does not hold is replaced.
  const untouched =
    isFresh || page.cursor === undefined ? [] : before.order.slice(0, Math.max(first, 0));
  const since = before.order.filter(
    (id) => !listed.has(id) && (before.added.get(id) ?? -1) > page.asOf,
  );
  const state = withTurns(before, page.items);
  const order = [...untouched, ...ids, ...since];
  return keptOnly({
    ...state,
    isLoaded: true,
    seq: before.isLoaded ? before.seq : page.followFrom,
    olderCursor: isFresh ? page.cursor : before.olderCursor,
    order,
  });
}

/** Replaced turns go. */
function keptOnly(state: ConversationState): ConversationState {
  const shown = new Set(state.order);
  const isShown = ([id]: readonly [string, unknown]): boolean => shown.has(id);
  return {
    ...state,
    turns: new Map([...state.turns].filter(isShown)),
    added: new Map([...state.added].filter(isShown)),
  };
}

function withOlder(
  before: ConversationState,
  page: Extract<ConversationAction, { type: 'older' }>,
): ConversationState {
  const known = new Set(before.order);
  const ids = page.items.map(({ id }) => id).toReversed();
  const state = withTurns(before, page.items);
  return {
    ...state,
    olderCursor: page.cursor,
    order: [...ids.filter((id) => !known.has(id)), ...before.order],
  };
}

function withAccepted(
  state: ConversationState,
  { key, turnId, state: accepted }: Extract<ConversationAction, { type: 'accepted' }>,
): ConversationState {
  const message = state.outgoing.find((each) => each.key === key);
  const outgoing = state.outgoing.filter((each) => each.key !== key);
  if (message === undefined || state.turns.has(turnId)) return { ...state, outgoing };
  const at = message.replaces === undefined ? -1 : state.order.indexOf(message.replaces);
  const kept = at === -1 ? state.order : state.order.slice(0, at);
  const known = state.unplaced.get(turnId) ?? { ...emptyTurn(turnId), state: accepted };
  const unplaced = new Map(state.unplaced);
  unplaced.delete(turnId);
  const additions = state.additions + 1;
  return keptOnly({
    ...state,
    outgoing,
    unplaced,
    additions,
    order: [...kept, turnId],
    turns: new Map(state.turns).set(turnId, {
      ...known,
      text: known.text ?? message.text,
      attachments: known.attachments ?? message.attachments,
    }),
    added: new Map(state.added).set(turnId, additions),
  });
}

function changedOutgoing(
  outgoing: readonly OutgoingMessage[],
  action: Extract<ConversationAction, { type: 'sending' | 'send-failed' | 'discarded' }>,
): readonly OutgoingMessage[] {
  switch (action.type) {
    case 'sending':
      return [...outgoing.filter(({ key }) => key !== action.message.key), action.message];
    case 'send-failed':
      return outgoing.map((each) =>
        each.key === action.key
          ? { ...each, status: action.isPassing ? 'waiting' : 'failed', failure: action.failure }
          : each,
      );
    case 'discarded':
      return outgoing.filter(({ key }) => key !== action.key);
    default:
      return assertNever(action);
  }
}
