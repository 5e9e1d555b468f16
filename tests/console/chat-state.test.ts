// A conversation on the page: whatever comes first, twice or late, what is shown is the same.

import { describe, expect, test } from 'vitest';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import {
  reduceConversation,
  type ConversationState,
} from '../../console/src/chat/state/conversation-state.ts';
import { liveReply } from '../../console/src/chat/state/live-reply.ts';
import { CALL, END, eventsOf, latestPage, played, RUNNING, turnBody } from './state-stage.ts';

/** A turn with one call, as its stream has it. */
const STREAM: readonly ChatEvent[] = [
  { type: 'turn-queued', text: 'How many?' },
  { type: 'turn-started' },
  { type: 'text-delta', text: 'Let me ' },
  { type: 'text-delta', text: 'look.' },
  { type: 'tool-started', ...CALL },
  { type: 'tool-progress', id: 'c', fraction: 0.5, text: 'half' },
  {
    type: 'tool-finished',
    id: 'c',
    tool: 'look',
    status: 'done',
    result: { success: true },
    duration_ms: 12,
  },
  { type: 'text-delta', text: 'It is ' },
  { type: 'text-delta', text: '1.' },
  { type: 'artifact', name: 'a.csv', media: 'file', bytes: 3, url: 'workspace:a.csv' },
  { ...END, rounds: 1, failures: 1, banned: ['other'] },
];

const DONE_CALL = {
  ...CALL,
  background: null,
  said: 'Let me look.',
  state: 'done',
  result: { success: true },
  duration_ms: 12,
} as const;

/** What is seen of a turn. */
function seen(state: ConversationState, id: string): unknown {
  const turn = state.turns.get(id);
  return (
    turn && {
      state: turn.state,
      reply: turn.reply,
      live: liveReply(turn),
      calls: turn.calls.map((call) => [call.said, call.id, call.state]),
      files: turn.artifacts.map(({ name }) => name),
      budget: turn.budget,
    }
  );
}

function seenFiles(state: ConversationState): unknown {
  return state.turns.get('t')?.artifacts;
}

describe('the two sources', () => {
  const whole = {
    state: 'done',
    reply: 'It is 1.',
    live: '',
    calls: [['Let me look.', 'c', 'done']],
    files: ['a.csv'],
    budget: { failures: 1, banned: ['other'] },
  };
  const ended = turnBody('t', {
    calls: [DONE_CALL],
    artifacts: [
      {
        id: 'a',
        name: 'a.csv',
        media: 'file',
        media_type: 'text/csv',
        bytes: 3,
        url: 'workspace:a.csv',
        state: 'kept',
        reason: null,
      },
    ],
    failures: 1,
    banned: ['other'],
  });
  const done = latestPage([ended]);

  test('the history alone tells all of a turn that has ended', () => {
    expect(seen(played(done), 't')).toEqual(whole);
  });

  test('the stream is followed from where the history ends, and once begun from where it is', () => {
    const begun = played(latestPage([ended], { followFrom: 11 }));
    expect(begun.seq).toBe(11);
    const later = reduceConversation(begun, eventsOf('u', STREAM, 11));
    expect(reduceConversation(later, latestPage([ended], { followFrom: 11 })).seq).toBe(22);
  });

  test('give the same whether the history or the stream comes first', () => {
    expect(seen(played(done, eventsOf('t', STREAM)), 't')).toEqual(whole);
    expect(seen(played(eventsOf('t', STREAM), done), 't')).toEqual(whole);
    const early = latestPage([turnBody('t', RUNNING)]);
    expect(seen(played(early, eventsOf('t', STREAM)), 't')).toEqual(whole);
  });

  test.each(STREAM.map((_, index) => index))(
    'give the same where the page is loaded after %i events, and the stream is read from its start',
    (count) => {
      const page = latestPage([
        count === STREAM.length - 1
          ? ended
          : turnBody('t', { ...RUNNING, calls: count > 6 ? [DONE_CALL] : [] }),
      ]);
      const first = played(page, eventsOf('t', STREAM.slice(0, count + 1)));
      const again = reduceConversation(first, eventsOf('t', STREAM));
      expect(seen(again, 't')).toEqual(whole);
    },
  );

  test('a reconnection that tells events again changes nothing', () => {
    const before = played(latestPage([turnBody('t', RUNNING)]), eventsOf('t', STREAM.slice(0, 8)));
    expect(reduceConversation(before, eventsOf('t', STREAM.slice(0, 8)))).toEqual(before);
  });

  test('a page that was asked for before the end does not undo the end', () => {
    const known = played(latestPage([turnBody('t', RUNNING)]), eventsOf('t', STREAM));
    expect(seen(reduceConversation(known, latestPage([turnBody('t', RUNNING)])), 't')).toEqual(
      whole,
    );
  });

  test('text stands where it was said: before its call, and behind it', () => {
    const state = played(latestPage([turnBody('t', RUNNING)]), eventsOf('t', STREAM.slice(0, 9)));
    const turn = state.turns.get('t');
    expect(turn?.calls.map(({ said, id }) => [said, id])).toEqual([['Let me look.', 'c']]);
    expect(turn?.said).toBe('It is 1.');
  });

  test('text that was said before a call of the history stands before it all the same', () => {
    const page = latestPage([turnBody('t', { ...RUNNING, calls: [DONE_CALL] })]);
    const turn = played(page, eventsOf('t', STREAM.slice(0, 9))).turns.get('t');
    expect(turn?.said).toBe('It is 1.');
    expect(turn?.calls.map(({ said }) => said)).toEqual(['Let me look.']);
  });

  test('what the history says of a call that ended holds: it was cut off', () => {
    const failed: ChatEvent = {
      type: 'tool-finished',
      id: 'c',
      tool: 'look',
      status: 'failed',
      result: {},
      duration_ms: 3,
    };
    const cut = turnBody('t', { calls: [{ ...DONE_CALL, state: 'aborted', duration_ms: null }] });
    const state = played(
      latestPage([turnBody('t', RUNNING)]),
      eventsOf('t', [
        ...STREAM.slice(0, 5),
        failed,
        { ...END, rounds: 1, failures: 0, banned: [] },
      ]),
      { type: 'turn', turn: cut },
    );
    expect(state.turns.get('t')?.calls).toMatchObject([
      { said: 'Let me look.', id: 'c', state: 'aborted', durationMs: 3 },
    ]);
  });

  test('ART-04 a file that did not arrive is told once, whichever tells first', () => {
    const missing = { name: 'b.png', reason: 'It is not there.' };
    const failed: TurnBody['artifacts'][number] = {
      ...missing,
      id: 'f',
      media: 'file',
      media_type: '',
      bytes: 0,
      url: '',
      state: 'failed',
    };
    const end = { ...END, rounds: 1, failures: 0, banned: [], undelivered: [missing] };
    const page = latestPage([turnBody('t', { artifacts: [failed] })]);
    const running = latestPage([turnBody('t', RUNNING)]);
    for (const state of [
      played(page, eventsOf('t', [end])),
      played(running, eventsOf('t', [end]), page),
    ])
      expect(seenFiles(state)).toMatchObject([{ ...missing, id: 'f', state: 'failed' }]);
    expect(seenFiles(played(running, eventsOf('t', [end])))).toMatchObject([
      { ...missing, state: 'failed' },
    ]);
  });

  test('a refused call tells why, in either source', () => {
    const refused = { ...DONE_CALL, state: 'refused', result: { error: 'No.' } } as const;
    const told: ChatEvent = { type: 'tool-refused', id: 'c', tool: 'look', reason: 'No.' };
    const call = { state: 'refused', refusal: 'No.', arguments: { n: 1 } };
    const page = latestPage([turnBody('t', { calls: [refused] })]);
    expect(played(page).turns.get('t')?.calls).toMatchObject([call]);
    expect(
      played(latestPage([turnBody('t', RUNNING)]), eventsOf('t', [told]), page).turns.get('t')
        ?.calls,
    ).toMatchObject([call]);
  });
});

describe('which turns are shown', () => {
  test('what the stream tells of other turns is kept until the history has them', () => {
    const before = played(latestPage([]), eventsOf('t', STREAM));
    expect(before.order).toEqual([]);
    expect(
      seen(reduceConversation(before, latestPage([turnBody('t', { failures: 1 })])), 't'),
    ).toMatchObject({
      files: ['a.csv'],
      budget: { failures: 1 },
    });
  });

  test('earlier pages stand before, and each turn once', () => {
    const state = played(latestPage([turnBody('3'), turnBody('2')], { cursor: 'more' }), {
      type: 'older',
      items: [turnBody('2'), turnBody('1')],
      cursor: undefined,
    });
    expect(state.order).toEqual(['1', '2', '3']);
    expect(state.olderCursor).toBeUndefined();
  });

  test('a turn that was replaced elsewhere goes with the latest page; earlier pages stay', () => {
    const before = played(latestPage([turnBody('4'), turnBody('3')], { cursor: 'c' }), {
      type: 'older',
      items: [turnBody('2'), turnBody('1')],
      cursor: 'older',
    });
    const after = reduceConversation(
      before,
      latestPage([turnBody('5'), turnBody('3')], { cursor: 'd' }),
    );
    expect(after.order).toEqual(['1', '2', '3', '5']);
    expect(after.olderCursor).toBe('older');
    expect(after.turns.has('4')).toBe(false);
  });

  test('where more happened than a page holds, one begins anew from there', () => {
    const before = played(latestPage([turnBody('2'), turnBody('1')], { cursor: 'c' }));
    const after = reduceConversation(
      before,
      latestPage([turnBody('9'), turnBody('8')], { cursor: 'd' }),
    );
    expect([after.order, after.olderCursor]).toEqual([['8', '9'], 'd']);
  });
});

const block = (markdown: string, only = false) => ({ markdown, only });

describe('blocks that skills show', () => {
  test('DSP-01 stand behind the text while it is written, none twice', () => {
    const blocks = [block('| a |'), block('| b |'), block('| a |\n')];
    expect(liveReply({ said: 'See:\n\n| b |\n', blocks })).toBe('See:\n\n| b |\n\n| a |');
  });

  test('DSP-03 take the place of the text where one asks to', () => {
    expect(liveReply({ said: 'told', blocks: [block('| a |', true)] })).toBe('| a |');
  });
});
