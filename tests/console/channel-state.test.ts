// What goes on behind a turn's end, its delivery and its background work: whatever comes first, twice or late, the same is shown.

import { describe, expect, test } from 'vitest';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { isUnderWay } from '../../console/src/chat/state/background-calls.ts';
import {
  reduceConversation,
  type ConversationAction,
  type ConversationState,
} from '../../console/src/chat/state/conversation-state.ts';
import { sumOf } from '../../console/src/chat/state/deliveries.ts';
import { eventsOf, latestPage, played, turnBody } from './state-stage.ts';

type CallBody = TurnBody['calls'][number];
type DeliveryBody = TurnBody['deliveries'][number];

const PLACEHOLDER = { ok: true, async: true, message: 'It runs.' };
const RESULT = { ok: true, message: 'The film is ready.' };

function body(fields: Partial<TurnBody> = {}): TurnBody {
  return turnBody('t', { text: 'A film!', reply: 'It is being made.', ...fields });
}

function latest(turn: TurnBody): ConversationAction {
  return latestPage([turn]);
}

function events(told: readonly ChatEvent[], after = 0, turn = 't'): ConversationAction {
  return eventsOf(turn, told, after);
}

/** What is seen of its call. */
function seenCall(state: ConversationState): unknown {
  const call = state.turns.get('t')?.calls[0];
  return call && [call.state, call.background?.state, isUnderWay(call), call.result];
}

function partTold(
  part: number,
  state: 'queued' | 'sent' | 'failed' | 'unknown',
  more: { readonly reason?: string; readonly is_perhaps_duplicate?: boolean } = {},
): ChatEvent {
  return { type: 'delivery', delivery: 'd', channel: 'text', part, parts: 2, state, ...more };
}

/** Where each message of its answer stands. */
function partStates(state: ConversationState): unknown {
  return state.turns.get('t')?.deliveries.map((each) => each.parts.map((part) => part.state));
}

const END: ChatEvent = {
  type: 'turn-finished',
  text: 'It is being made.',
  reason: 'answered',
  rounds: 1,
  failures: 0,
  banned: [],
};

describe('what goes on in the background', () => {
  const run = { id: 'b', call: 'c', skill: 'film' };
  const stream: readonly ChatEvent[] = [
    { type: 'turn-queued', text: 'A film!' },
    { type: 'turn-started' },
    { type: 'tool-started', id: 'c', tool: 'film', arguments: {} },
    { type: 'background-started', ...run },
    {
      type: 'tool-finished',
      id: 'c',
      tool: 'film',
      status: 'done',
      result: PLACEHOLDER,
      duration_ms: 3,
    },
    END,
    { type: 'background-progress', id: 'b', call: 'c', fraction: 0.4, text: 'two of five' },
    { type: 'background-ended', ...run, state: 'done', reason: '' },
  ];
  const background = {
    id: 'b',
    fraction: null,
    text: '',
    reason: '',
    is_cancelling: false,
  } as const;
  const callBody = (state: NonNullable<CallBody['background']>['state']): CallBody => ({
    id: 'c',
    tool: 'film',
    said: '',
    arguments: {},
    state: 'done',
    result: state === 'done' ? RESULT : PLACEHOLDER,
    duration_ms: 3,
    background: { ...background, state },
  });
  const [running, over] = (['running', 'done'] as const).map((state) =>
    latest(body({ calls: [callBody(state)] })),
  );
  if (running === undefined || over === undefined) throw new TypeError('none');

  test.each(stream.map((_, index) => index + 1))(
    'ASY-07 the history comes after %i events, early or late: its end is the same',
    (count) => {
      const whole = ['done', 'done', false, RESULT];
      const first = events(stream.slice(0, count));
      const rest = events(stream.slice(count), count);
      expect(seenCall(played(over, first, rest))).toEqual(whole);
      expect(seenCall(played(first, over, rest))).toEqual(whole);
      expect(seenCall(played(running, first, rest, over))).toEqual(whole);
      // One that was asked for before the end does not undo it; the result is told when it is known.
      expect(seenCall(played(first, running, rest))).toEqual(['done', 'done', false, undefined]);
      expect(seenCall(played(first, rest, running))).toEqual(['done', 'done', false, undefined]);
      expect(seenCall(played(first, rest, running, over))).toEqual(whole);
    },
  );

  test('ASY-07 it goes on behind its placeholder, with the newest of its progress', () => {
    const state = played(running, events(stream.slice(0, 7)));
    expect(seenCall(state)).toEqual(['done', 'running', true, PLACEHOLDER]);
    const progress = { fraction: 0.4, text: 'two of five' };
    expect(state.turns.get('t')?.calls[0]?.background).toMatchObject(progress);
    const late = reduceConversation(state, running);
    expect(late.turns.get('t')?.calls[0]?.background).toMatchObject(progress);
  });

  test.each([
    ['failed', 'failed'],
    ['cancelled', 'aborted'],
  ] as const)('ASY-07 it is %s: the call is, with the reason', (state, call) => {
    const ended: ChatEvent = { type: 'background-ended', ...run, state, reason: 'Why.' };
    const found = played(running, events(stream.slice(0, 6)), events([ended], 6));
    expect(found.turns.get('t')?.calls).toMatchObject([
      { state: call, background: { state, reason: 'Why.' } },
    ]);
  });

  test('ASY-07 whoever cancelled it sees that until it has stopped', () => {
    const wanted = { type: 'cancelling', turnId: 't', callId: 'c' } as const;
    const cancelling = played(running, wanted, running);
    expect(cancelling.turns.get('t')?.calls[0]?.background?.isCancelling).toBe(true);
    const late = played(over, wanted);
    expect(late.turns.get('t')?.calls[0]?.background?.isCancelling).toBe(false);
  });

  test('ASY-06 what is pushed is a turn without a question, whoever tells first', () => {
    const pushed = body({ id: 'p', origin: 'push', text: '', reply: 'Ready.' });
    const told = events([{ type: 'turn-pushed' }, { ...END, text: 'Ready.' }], 0, 'p');
    for (const state of [played(latest(pushed), told), played(told, latest(pushed))])
      expect(state.turns.get('p')).toMatchObject({ origin: 'push', text: '', reply: 'Ready.' });
  });
});

describe('where an answer stands on its channel', () => {
  type PartState = DeliveryBody['parts'][number]['state'];
  const delivery = (...states: readonly PartState[]): DeliveryBody => ({
    id: 'd',
    channel: 'text',
    target: 's',
    state: states[0] ?? 'made',
    parts: states.map((state, index) => ({
      index,
      kind: 'text',
      state,
      attempts: 1,
      error: state === 'failed' ? 'No.' : null,
      is_perhaps_duplicate: false,
      sent_at: state === 'sent' ? '2026-11-30T00:00:02.000Z' : null,
    })),
  });
  const history = (...states: readonly PartState[]): ConversationAction =>
    latest(body({ deliveries: [delivery(...states)] }));

  test('MSG-06 the stream and the history tell the same, whichever comes first', () => {
    const stream = [END, partTold(0, 'sent'), partTold(1, 'failed', { reason: 'No.' })];
    const seen = [['sent', 'failed']];
    const known = history('sent', 'failed');
    expect(partStates(played(known, events(stream)))).toEqual(seen);
    expect(partStates(played(latest(body()), events(stream), known))).toEqual(seen);
    expect(partStates(played(latest(body()), events(stream)))).toEqual(seen);
    expect(partStates(played(latest(body()), events(stream), history('sending', 'made')))).toEqual(
      seen,
    );
  });

  test('MSG-06 an older event, or an older page, does not take back that it was sent', () => {
    const old = events([
      partTold(0, 'unknown'),
      partTold(0, 'queued', { is_perhaps_duplicate: true }),
    ]);
    const known = history('sent', 'sent');
    expect(partStates(played(known, old))).toEqual([['sent', 'sent']]);
    const sent = events([partTold(0, 'sent'), partTold(1, 'sent')], 2);
    expect(partStates(played(latest(body()), old, sent, history('sending', 'made')))).toEqual([
      ['sent', 'sent'],
    ]);
  });

  test('MSG-06 what is sent again is on its way, and may be there twice', () => {
    const again = [partTold(0, 'unknown'), partTold(0, 'queued', { is_perhaps_duplicate: true })];
    const state = played(history('unknown', 'sent'), events(again));
    const [found] = state.turns.get('t')?.deliveries ?? [];
    expect(found?.parts[0]).toMatchObject({ state: 'queued', isPerhapsDuplicate: true });
    expect(found && sumOf(found)).toBe('under-way');
  });

  test.each([
    [['sent', 'sent'], 'sent'],
    [['sent', 'made'], 'under-way'],
    [['queued', 'sending'], 'under-way'],
    [['unknown', 'made'], 'unknown'],
    [['unknown', 'failed'], 'failed'],
  ] as const)('MSG-06 of %j the worst is %s', (parts, sum) => {
    const [found] = played(history(...parts)).turns.get('t')?.deliveries ?? [];
    expect(found && sumOf(found)).toBe(sum);
  });
});
