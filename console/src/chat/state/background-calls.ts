// A call that goes on in the background: how far it is, and its end, from the history and the stream, whichever tells first.

import type { CallBackgroundBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { isCallOver, type Call, type CallBackground } from './turn-state.ts';

export type BackgroundEvent = Extract<ChatEvent, { type: `background-${string}` }>;

export function isBackgroundEvent(event: ChatEvent): event is BackgroundEvent {
  return event.type.startsWith('background-');
}

export function isBackgroundOpen({ background }: Pick<Call, 'background'>): boolean {
  return background !== undefined && !isOver(background);
}

/** It is not over, or goes on behind what stands in for its result. */
export function isUnderWay(call: Pick<Call, 'state' | 'background'>): boolean {
  return !isCallOver(call) || isBackgroundOpen(call);
}

export function withBackgroundEvent(call: Call, event: BackgroundEvent): Call {
  const known = call.background;
  if (known !== undefined && isOver(known)) return call;
  switch (event.type) {
    case 'background-started':
      return { ...call, background: known ?? begun(event.id) };
    case 'background-progress': {
      const { id, fraction, text } = event;
      const progress = { fraction: fraction ?? undefined, text };
      return { ...call, background: { ...(known ?? begun(id)), ...progress, state: 'running' } };
    }
    default:
      return withEnd(call, event);
  }
}

function begun(id: string): CallBackground {
  return { id, state: 'queued', fraction: undefined, text: '', reason: '', isCancelling: false };
}

/** The result that stood in for this one goes; the history tells the one that takes its place. */
function withEnd(call: Call, event: Extract<BackgroundEvent, { type: 'background-ended' }>): Call {
  const { id, state, reason } = event;
  const background = { ...(call.background ?? begun(id)), state, reason, isCancelling: false };
  return {
    ...call,
    background,
    result: undefined,
    state: state === 'cancelled' ? 'aborted' : state,
  };
}

/** It goes on until it has stopped. */
export function withCancelWanted(call: Call): Call {
  const { background } = call;
  if (background === undefined || isOver(background)) return call;
  return { ...call, background: { ...background, isCancelling: true } };
}

export function backgroundOf(body: CallBackgroundBody | null): CallBackground | undefined {
  if (body === null) return undefined;
  const { id, state, fraction, text, reason, is_cancelling: isCancelling } = body;
  return { id, state, fraction: fraction ?? undefined, text, reason, isCancelling };
}

const RANKS = { queued: 0, running: 1, done: 2, failed: 2, cancelled: 2 } as const;

/** What is further on holds; where both are as far, the stream is the newer: it tells of each step. */
export function joinedBackground(
  known: CallBackground | undefined,
  told: CallBackground | undefined,
): CallBackground | undefined {
  if (known === undefined || told === undefined) return told ?? known;
  const further = RANKS[told.state] > RANKS[known.state] ? told : known;
  if (isOver(further)) return further;
  return { ...further, isCancelling: known.isCancelling || told.isCancelling };
}

/** The history was asked for before the end that the stream has told. */
export function isBehind(known: Call, told: Call): boolean {
  return (
    known.background !== undefined &&
    isOver(known.background) &&
    (told.background === undefined || !isOver(told.background))
  );
}

/** Its result is the run's own, not what stands in for it. */
export function hasOwnResult({ background }: Call): boolean {
  return background !== undefined && isOver(background);
}

function isOver({ state }: CallBackground): boolean {
  return RANKS[state] === RANKS.done;
}
