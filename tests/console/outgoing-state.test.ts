// What one says on the page: shown at once, on its way, and there once.

import { describe, expect, test } from 'vitest';
import {
  reduceConversation,
  shownOutgoing,
  type ConversationState,
} from '../../console/src/chat/state/conversation-state.ts';
import { outgoingOf } from '../../console/src/chat/state/outgoing.ts';
import { eventsOf, latestPage, played, RUNNING, turnBody } from './state-stage.ts';

function filesOf(state: ConversationState): unknown {
  return state.turns.get('t')?.attachments;
}

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
    const queued = eventsOf('t', [{ type: 'turn-queued', text: 'How many?', attachments: [file] }]);
    const sending = { type: 'sending', message } as const;
    const taken = { ...accepted, key: message.key };
    expect(filesOf(played(latestPage([]), sending, taken))).toEqual([file]);
    expect(filesOf(played(latestPage([]), sending, taken, queued))).toEqual([file]);
    expect(filesOf(played(latestPage([]), queued, sending, taken))).toEqual([file]);
  });

  test('is shown as sent once the server has it, and once where the stream was faster', () => {
    const before = played(latestPage([turnBody('old')]), { type: 'sending', message: said });
    const state = reduceConversation(before, accepted);
    expect([state.order, state.outgoing]).toEqual([['old', 't'], []]);
    const faster = reduceConversation(
      before,
      latestPage([turnBody('t', RUNNING), turnBody('old')]),
    );
    expect(shownOutgoing(faster)).toEqual([]);
    expect(reduceConversation(faster, accepted).order).toEqual(['old', 't']);
  });

  test('is not lost where a page that was asked for before comes after it', () => {
    const before = played(
      latestPage([turnBody('old')]),
      { type: 'sending', message: said },
      accepted,
    );
    const late = reduceConversation(before, latestPage([turnBody('old')], { asOf: 0 }));
    expect(late.order).toEqual(['old', 't']);
    const gone = reduceConversation(before, latestPage([turnBody('old')], { asOf: 1 }));
    expect(gone.order).toEqual(['old']);
  });

  test('takes the place of what it replaces, and of all after it', () => {
    const again = outgoingOf({ text: 'x', kind: 'edit', replaces: '2' }, '3');
    const state = played(
      latestPage([turnBody('3'), turnBody('2'), turnBody('1')]),
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
      { type: 'send-failed', key: said.key, failure, isPassing: false },
    );
    expect(failed.outgoing).toMatchObject([{ text: 'How many?', status: 'failed', failure }]);
    const again = reduceConversation(failed, { type: 'sending', message: said });
    expect(again.outgoing).toMatchObject([{ key: said.key, status: 'sending' }]);
  });

  test('waits where the server was not there, and is still shown', () => {
    const failure = { zh: '连不上', en: 'Away' };
    const waiting = played(
      latestPage([turnBody('old')]),
      { type: 'sending', message: said },
      { type: 'send-failed', key: said.key, failure, isPassing: true },
    );
    expect(shownOutgoing(waiting)).toMatchObject([{ key: said.key, status: 'waiting', failure }]);
  });

  test('is taken back while it waits: then it is dropped', () => {
    const state = played(
      latestPage([turnBody('t', { ...RUNNING, state: 'queued' })]),
      eventsOf('t', [
        { type: 'turn-finished', text: '', reason: 'stopped', rounds: 0, failures: 0, banned: [] },
      ]),
    );
    expect(state.turns.get('t')?.state).toBe('dropped');
  });
});
