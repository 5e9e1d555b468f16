// A conversation on the page: whatever comes first, twice or late, what is shown is the same.

import { describe, expect, test } from 'vitest';
import type { FollowedEvent } from '#client/follow-events.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import {
  newConversation,
  reduceConversation,
  shownOutgoing,
  type ConversationAction,
  type ConversationState,
} from '../../console/src/chat/state/conversation-state.ts';
import { liveReply } from '../../console/src/chat/state/live-reply.ts';
import { outgoingOf } from '../../console/src/chat/state/outgoing.ts';

const CALL = { id: 'c', tool: 'look', arguments: { n: 1 } };
const END = { type: 'turn-finished', text: 'It is 1.', reason: 'answered' } as const;
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

function events(turn: string, told: readonly ChatEvent[], after = 0): ConversationAction {
  const followed = told.map((event, index): FollowedEvent => ({
    type: 'event',
    session: 's',
    seq: after + index + 1,
    turn,
    event,
  }));
  return { type: 'events', events: followed };
}

function body(id: string, fields: Partial<TurnBody> = {}): TurnBody {
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

const RUNNING = {
  state: 'running',
  reason: null,
  reply: null,
  rounds: null,
  failures: null,
  ended_at: null,
} as const;
const DONE_CALL = {
  ...CALL,
  background: null,
  said: 'Let me look.',
  state: 'done',
  result: { success: true },
  duration_ms: 12,
} as const;

function latest(
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

function played(...actions: readonly ConversationAction[]): ConversationState {
  return actions.reduce(reduceConversation, newConversation());
}

/** What is seen of a turn. */
function seen(state: ConversationState, id: string): unknown {
  const turn = state.turns.get(id);
  return (
    turn && {
      state: turn.state,
      reply: turn.reply,
      live: liveReply(turn),
      calls: turn.calls.map(({ said, id, state: its }) => [said, id, its]),
      files: turn.artifacts.map(({ name }) => name),
      budget: turn.budget,
    }
  );
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
  const ended = body('t', {
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
  const done = latest([ended]);

  test('the history alone tells all of a turn that has ended', () => {
    expect(seen(played(done), 't')).toEqual(whole);
  });

  test('the stream is followed from where the history ends, and once begun from where it is', () => {
    const begun = played(latest([ended], { followFrom: 11 }));
    expect(begun.seq).toBe(11);
    const later = reduceConversation(begun, events('u', STREAM, 11));
    expect(reduceConversation(later, latest([ended], { followFrom: 11 })).seq).toBe(22);
  });

  test('give the same whether the history or the stream comes first', () => {
    expect(seen(played(done, events('t', STREAM)), 't')).toEqual(whole);
    expect(seen(played(events('t', STREAM), done), 't')).toEqual(whole);
    const early = latest([body('t', RUNNING)]);
    expect(seen(played(early, events('t', STREAM)), 't')).toEqual(whole);
  });

  test.each(STREAM.map((_, index) => index))(
    'give the same where the page is loaded after %i events, and the stream is read from its start',
    (count) => {
      const page = latest([
        count === STREAM.length - 1
          ? ended
          : body('t', { ...RUNNING, calls: count > 6 ? [DONE_CALL] : [] }),
      ]);
      const first = played(page, events('t', STREAM.slice(0, count + 1)));
      const again = reduceConversation(first, events('t', STREAM));
      expect(seen(again, 't')).toEqual(whole);
    },
  );

  test('a reconnection that tells events again changes nothing', () => {
    const before = played(latest([body('t', RUNNING)]), events('t', STREAM.slice(0, 8)));
    expect(reduceConversation(before, events('t', STREAM.slice(0, 8)))).toEqual(before);
  });

  test('a page that was asked for before the end does not undo the end', () => {
    const known = played(latest([body('t', RUNNING)]), events('t', STREAM));
    expect(seen(reduceConversation(known, latest([body('t', RUNNING)])), 't')).toEqual(whole);
  });

  test('text stands where it was said: before its call, and behind it', () => {
    const state = played(latest([body('t', RUNNING)]), events('t', STREAM.slice(0, 9)));
    const turn = state.turns.get('t');
    expect(turn?.calls.map(({ said, id }) => [said, id])).toEqual([['Let me look.', 'c']]);
    expect(turn?.said).toBe('It is 1.');
  });

  test('text that was said before a call of the history stands before it all the same', () => {
    const page = latest([body('t', { ...RUNNING, calls: [DONE_CALL] })]);
    const turn = played(page, events('t', STREAM.slice(0, 9))).turns.get('t');
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
    const cut = body('t', { calls: [{ ...DONE_CALL, state: 'aborted', duration_ms: null }] });
    const state = played(
      latest([body('t', RUNNING)]),
      events('t', [...STREAM.slice(0, 5), failed, { ...END, rounds: 1, failures: 0, banned: [] }]),
      { type: 'turn', turn: cut },
    );
    expect(state.turns.get('t')?.calls).toMatchObject([
      { said: 'Let me look.', id: 'c', state: 'aborted', durationMs: 3 },
    ]);
  });

  test('a refused call tells why, in either source', () => {
    const refused = { ...DONE_CALL, state: 'refused', result: { error: 'No.' } } as const;
    const told: ChatEvent = { type: 'tool-refused', id: 'c', tool: 'look', reason: 'No.' };
    const call = { state: 'refused', refusal: 'No.', arguments: { n: 1 } };
    const page = latest([body('t', { calls: [refused] })]);
    expect(played(page).turns.get('t')?.calls).toMatchObject([call]);
    expect(
      played(latest([body('t', RUNNING)]), events('t', [told]), page).turns.get('t')?.calls,
    ).toMatchObject([call]);
  });
});

describe('which turns are shown', () => {
  test('what the stream tells of other turns is kept until the history has them', () => {
    const before = played(latest([]), events('t', STREAM));
    expect(before.order).toEqual([]);
    expect(
      seen(reduceConversation(before, latest([body('t', { failures: 1 })])), 't'),
    ).toMatchObject({
      files: ['a.csv'],
      budget: { failures: 1 },
    });
  });

  test('earlier pages stand before, and each turn once', () => {
    const state = played(latest([body('3'), body('2')], { cursor: 'more' }), {
      type: 'older',
      items: [body('2'), body('1')],
      cursor: undefined,
    });
    expect(state.order).toEqual(['1', '2', '3']);
    expect(state.olderCursor).toBeUndefined();
  });

  test('a turn that was replaced elsewhere goes with the latest page; earlier pages stay', () => {
    const before = played(latest([body('4'), body('3')], { cursor: 'c' }), {
      type: 'older',
      items: [body('2'), body('1')],
      cursor: 'older',
    });
    const after = reduceConversation(before, latest([body('5'), body('3')], { cursor: 'd' }));
    expect(after.order).toEqual(['1', '2', '3', '5']);
    expect(after.olderCursor).toBe('older');
    expect(after.turns.has('4')).toBe(false);
  });

  test('where more happened than a page holds, one begins anew from there', () => {
    const before = played(latest([body('2'), body('1')], { cursor: 'c' }));
    const after = reduceConversation(before, latest([body('9'), body('8')], { cursor: 'd' }));
    expect([after.order, after.olderCursor]).toEqual([['8', '9'], 'd']);
  });
});

describe('what one says', () => {
  const said = outgoingOf({ text: 'How many?', kind: 'say' }, 'old');
  const accepted = { type: 'accepted', key: said.key, turnId: 't', state: 'running' } as const;

  test('its files are shown with its turn, whichever of the answer and the stream comes first', () => {
    const file = {
      id: 'f',
      name: 'a.csv',
      kind: 'file',
      media_type: 'text/csv',
      bytes: 3,
    } as const;
    const message = outgoingOf({ text: 'How many?', kind: 'say', attachments: [file] }, undefined);
    const queued = events('t', [{ type: 'turn-queued', text: 'How many?', attachments: [file] }]);
    const sending = { type: 'sending', message } as const;
    const taken = { ...accepted, key: message.key };
    const filesOf = (state: ConversationState) => state.turns.get('t')?.attachments;
    expect(filesOf(played(latest([]), sending, taken))).toEqual([file]);
    expect(filesOf(played(latest([]), sending, taken, queued))).toEqual([file]);
    expect(filesOf(played(latest([]), queued, sending, taken))).toEqual([file]);
  });

  test('is shown as sent once the server has it, and once where the stream was faster', () => {
    const before = played(latest([body('old')]), { type: 'sending', message: said });
    const state = reduceConversation(before, accepted);
    expect([state.order, state.outgoing]).toEqual([['old', 't'], []]);
    const faster = reduceConversation(before, latest([body('t', RUNNING), body('old')]));
    expect(shownOutgoing(faster)).toEqual([]);
    expect(reduceConversation(faster, accepted).order).toEqual(['old', 't']);
  });

  test('is not lost where a page that was asked for before comes after it', () => {
    const before = played(latest([body('old')]), { type: 'sending', message: said }, accepted);
    const late = reduceConversation(before, latest([body('old')], { asOf: 0 }));
    expect(late.order).toEqual(['old', 't']);
    const gone = reduceConversation(before, latest([body('old')], { asOf: 1 }));
    expect(gone.order).toEqual(['old']);
  });

  test('takes the place of what it replaces, and of all after it', () => {
    const again = outgoingOf({ text: 'x', kind: 'edit', replaces: '2' }, '3');
    const state = played(
      latest([body('3'), body('2'), body('1')]),
      { type: 'sending', message: again },
      { ...accepted, key: again.key, turnId: '4' },
    );
    expect(state.order).toEqual(['1', '4']);
    expect([...state.turns.keys()]).toEqual(['1', '4']);
  });

  test('keeps its text where it could not be sent, and is sent again under the same key', () => {
    const failure = { zh: '不行', en: 'No' };
    const failed = played(
      { type: 'sending', message: said },
      { type: 'send-failed', key: said.key, failure },
    );
    expect(failed.outgoing).toMatchObject([{ text: 'How many?', status: 'failed', failure }]);
    const again = reduceConversation(failed, { type: 'sending', message: said });
    expect(again.outgoing).toMatchObject([{ key: said.key, status: 'sending' }]);
  });

  test('is taken back while it waits: then it is dropped', () => {
    const state = played(
      latest([body('t', { ...RUNNING, state: 'queued' })]),
      events('t', [
        { type: 'turn-finished', text: '', reason: 'stopped', rounds: 0, failures: 0, banned: [] },
      ]),
    );
    expect(state.turns.get('t')?.state).toBe('dropped');
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
