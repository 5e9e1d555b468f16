import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import {
  conversations,
  conversationsOf,
  database,
  endWith,
  openSession,
  owner,
  runTurn,
  turnOf,
} from './testing/played-turns.ts';

afterAll(() => database.drop());

const { sessions, turns, leases, views } = conversations;

const call = (id: string, name = 'look') =>
  ({ type: 'tool-call', id, name, argumentsText: '{"a":1}' }) as const;

async function startTurn(text: string) {
  const session = await openSession();
  const accepted = await turns.accept(turnOf(session.id, text));
  await leases.claim(session.id);
  await turns.next(session.id, owner);
  return { session, turnId: accepted.turnId, turn: conversations.openTurn(accepted.turnId) };
}

async function callsOf(turnId: string) {
  const { calls } = await views.get('org', turnId);
  return calls.map(({ id, state, result }) => [id, state, result?.['error'] ?? result]);
}

/** What the next turn's model would get. */
async function historyAfter(sessionId: string) {
  const { turnId } = await turns.accept(turnOf(sessionId, 'next'));
  return conversations.openTurn(turnId).history(100_000);
}

describe('accepting', () => {
  test('a message sent twice with one client key is one turn', async () => {
    const { id } = await openSession();
    const first = await turns.accept(turnOf(id, 'hi', { clientKey: 'k' }));
    const again = await turns.accept(turnOf(id, 'hi', { clientKey: 'k' }));
    expect(again).toEqual({ ...first, isNew: false });
    await expect(turns.accept(turnOf(id, 'other', { clientKey: 'k' }))).rejects.toThrow(
      /another message/,
    );
  });

  test('the twenty-first message that waits is refused', async () => {
    const { id } = await openSession();
    for (let count = 0; count < 20; count += 1) await turns.accept(turnOf(id, `m${count}`));
    await expect(turns.accept(turnOf(id, 'm20'))).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });

  test('ORG-01 a session of another org does not exist', async () => {
    const { id } = await openSession({ orgId: 'other' });
    await expect(turns.accept(turnOf(id, 'hi'))).rejects.toMatchObject({ code: 'not-found' });
    expect(await sessions.get('org', id)).toBeUndefined();
    await expect(sessions.rename('org', id, 'x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(sessions.remove('org', id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await views.list('org', id, { order: 'oldest', limit: 10 })).toEqual([]);
  });

  test('what PostgreSQL can not hold is replaced, not refused', async () => {
    const { id } = await openSession();
    await runTurn(id, 'a\0b\ud800', 'c\0d');
    const [turn] = await views.list('org', id, { order: 'newest', limit: 1 });
    expect(turn).toMatchObject({ text: 'a\ufffdb\ufffd', reply: 'c\ufffdd' });
  });
});

describe('the call record', () => {
  test('keeps each call from open to its one result, and gives the conversation back', async () => {
    const { session, turnId, turn } = await startTurn('question');
    const answer = [{ type: 'text', text: 'Let me look.' } as const, call('c1'), call('c2')];
    await turn.ledger.open(
      [
        { id: 'c1', tool: 'look', argumentsText: '{"a":1}' },
        { id: 'c2', tool: 'look', argumentsText: '{"a":1}' },
      ],
      answer,
    );
    expect(await callsOf(turnId)).toEqual([]);
    await Promise.all([turn.ledger.start('c1'), turn.ledger.start('c2')]);
    expect(await callsOf(turnId)).toEqual([
      ['c1', 'running', null],
      ['c2', 'running', null],
    ]);
    await turn.ledger.settle('c2', 'failed', { success: false, error: 'no\0' });
    await turn.ledger.settle('c1', 'done', { success: true, n: 1 });
    await turn.ledger.settle('c1', 'failed', { error: 'late' });
    expect(await callsOf(turnId)).toEqual([
      ['c1', 'done', { success: true, n: 1 }],
      ['c2', 'failed', 'no\0'],
    ]);
    await turn.finish(endWith('It is 1.'));
    expect(await historyAfter(session.id)).toEqual([
      { role: 'user', text: 'question' },
      { role: 'assistant', parts: answer },
      {
        role: 'tool',
        results: [
          { id: 'c1', name: 'look', output: { success: true, n: 1 }, isError: false },
          { id: 'c2', name: 'look', output: { success: false, error: 'no\0' }, isError: true },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'It is 1.' }] },
    ]);
  });

  test('a refused call is stored with its step', async () => {
    const { turnId, turn } = await startTurn('q');
    await turn.ledger.open([{ id: 'c1', tool: 'x', argumentsText: '' }], [call('c1', 'x')]);
    await turn.ledger.settle('c1', 'refused', { success: false });
    expect(await callsOf(turnId)).toEqual([['c1', 'refused', { success: false }]]);
  });

  test('writes nothing for a turn that was taken over', async () => {
    const { session, turnId, turn } = await startTurn('q');
    await turn.ledger.open([{ id: 'c1', tool: 'look', argumentsText: '' }], [call('c1')]);
    await turn.ledger.start('c1');
    await conversations.interruptRunning(session.id);
    const done = turn.ledger.settle('c1', 'done', { success: true });
    await expect(done).rejects.toMatchObject({ code: 'conflict' });
    await expect(turn.finish(endWith('late'))).rejects.toMatchObject({ code: 'conflict' });
    expect((await views.get('org', turnId)).state).toBe('interrupted');
  });
});

test('an interrupted turn says what ran and what may have run, and stays acceptable', async () => {
  const { session, turnId, turn } = await startTurn('q');
  await turn.ledger.open(
    ['c1', 'c2', 'c3'].map((id) => ({ id, tool: `t${id}`, argumentsText: '' })),
    [call('c1', 'tc1'), call('c2', 'tc2'), call('c3', 'tc3')],
  );
  await turn.ledger.start('c1');
  await turn.ledger.settle('c1', 'done', { success: true });
  await turn.ledger.start('c2');
  expect(await conversations.interruptRunning(session.id)).toBe(turnId);
  expect(await conversations.interruptRunning(session.id)).toBeUndefined();
  const { reply } = await views.get('org', turnId);
  expect(reply).toMatch(/Finished: tc1\. May have run: tc2\./);
  expect(await callsOf(turnId)).toEqual([
    ['c1', 'done', { success: true }],
    ['c2', 'aborted', expect.stringContaining('may have done some')],
    ['c3', 'aborted', expect.stringContaining('nothing was done')],
  ]);
  const history = await historyAfter(session.id);
  expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  const events = await database.run({
    name: '',
    text: 'select type, body from platform.session_events where session_id = $1',
    values: [session.id],
  });
  expect(events).toEqual([
    {
      type: 'turn-finished',
      body: expect.objectContaining({ reason: 'interrupted' }) as JsonObject,
    },
  ]);
});

test('history is the newest turns, one more than asked for, without superseded ones', async () => {
  const { id } = await openSession();
  for (const name of ['one', 'two', 'three', 'four']) await runTurn(id, name, 'x'.repeat(1000));
  const last = await turns.accept(turnOf(id, 'next'));
  const texts = async (chars: number) =>
    (await conversations.openTurn(last.turnId).history(chars)).flatMap((message) =>
      message.role === 'user' ? [message.text] : [],
    );
  expect(await texts(1500)).toEqual(['three', 'four']);
  expect(await texts(1_000_000)).toEqual(['one', 'two', 'three', 'four']);
});

describe('leases', () => {
  test('a session has one runner; what waits keeps it', async () => {
    const { id } = await openSession();
    const other = conversationsOf('elsewhere/1/1');
    expect(await leases.claim(id)).toEqual({ hasLeftOver: false });
    expect(await other.leases.claim(id)).toBeUndefined();
    const { turnId } = await turns.accept(turnOf(id, 'hi'));
    expect(await leases.release(id)).toBe(false);
    expect(await turns.stop('org', turnId)).toBe(false);
    expect(await leases.release(id)).toBe(true);
    expect(await other.leases.claim(id)).toEqual({ hasLeftOver: false });
    expect(await leases.renew([id])).toEqual([id]);
  });

  test('one that ran out, or whose process is gone, is taken over once; a live one is not', async () => {
    const [expired, gone, live] = [await openSession(), await openSession(), await openSession()];
    const [machine] = owner.split('/');
    await conversationsOf('elsewhere/1/1').leases.claim(expired.id);
    await conversationsOf(`${machine}/999999/1`).leases.claim(gone.id);
    await conversationsOf('elsewhere/2/2').leases.claim(live.id);
    await database.run({
      name: '',
      text: `update platform.sessions set lease_until = now() - interval '1 s' where id = $1`,
      values: [expired.id],
    });
    const others = conversationsOf('elsewhere/3/3');
    const taken = (await Promise.all([leases.takeOver(), others.leases.takeOver()])).flat();
    const ids = taken.map(({ sessionId }) => sessionId);
    expect(ids.filter((id) => id === expired.id)).toHaveLength(1);
    expect(ids.filter((id) => id === gone.id)).toHaveLength(1);
    expect(ids).not.toContain(live.id);
  });

  test('messages that nobody runs are found', async () => {
    const { id } = await openSession();
    await turns.accept(turnOf(id, 'hi'));
    expect(await leases.waiting()).toContainEqual({ orgId: 'org', sessionId: id });
  });
});

test('sessions in which nothing was said are listed apart, and go after a while unless somebody named them', async () => {
  const personId = 'somebody with empty ones';
  const [empty, named, begun, fresh] = await Promise.all([
    openSession({ personId }),
    openSession({ personId, title: 'To do' }),
    openSession({ personId }),
    openSession({ personId }),
  ]);
  await turns.accept(turnOf(begun.id, 'hi'));
  await database.run({
    name: '',
    text: `update platform.sessions set active_at = now() - interval '8 days' where id = any ($1)`,
    values: [[empty.id, named.id, begun.id]],
  });
  const listed = async (isEmpty: boolean) => {
    const page = await sessions.list('org', { personId, isEmpty, limit: 10 });
    return page.sessions.map(({ id }) => id).toSorted();
  };
  expect(await listed(false)).toEqual([begun.id]);
  expect(await listed(true)).toEqual([empty.id, named.id, fresh.id].toSorted());
  const gone = await sessions.removeEmpty(7);
  expect(gone.map(({ id }) => id)).toContain(empty.id);
  expect(await listed(true)).toEqual([named.id, fresh.id].toSorted());
  expect(await listed(false)).toEqual([begun.id]);
});

describe('replacing', () => {
  test('an answer is regenerated in the place of all that came after it, once', async () => {
    const { id } = await openSession();
    await runTurn(id, 'one', '1');
    const second = await runTurn(id, 'two', '2');
    await runTurn(id, 'three', '3');
    const again = { turnId: second, clientKey: 'again' };
    const made = await turns.regenerate('org', again);
    expect(await turns.regenerate('org', again)).toEqual({ ...made, isNew: false });
    await expect(turns.regenerate('org', made)).rejects.toThrow(/still being worked on/);
    const seen = await views.list('org', id, { order: 'oldest', limit: 10 });
    expect(seen.map(({ text, state }) => [text, state])).toEqual([
      ['one', 'done'],
      ['two', 'queued'],
    ]);
  });

  test('an edited message takes the place of all that came after it', async () => {
    const { id } = await openSession();
    const first = await runTurn(id, 'one', '1');
    await runTurn(id, 'two', '2');
    await turns.edit('org', { turnId: first, text: 'uno' });
    const seen = await views.list('org', id, { order: 'oldest', limit: 10 });
    expect(seen.map(({ text }) => text)).toEqual(['uno']);
    await expect(turns.edit('org', { turnId: first, text: 'again' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

test('a message that waits can be taken back, and its stream says so', async () => {
  const { id } = await openSession();
  const { turnId } = await turns.accept(turnOf(id, 'hi'));
  expect(await turns.stop('org', turnId)).toBe(false);
  expect((await views.get('org', turnId)).state).toBe('dropped');
  const [event] = await database.run({
    name: '',
    text: 'select body from platform.session_events where session_id = $1',
    values: [id],
  });
  expect(event?.['body']).toMatchObject({ type: 'turn-finished', reason: 'stopped' });
  await expect(turns.stop('other', turnId)).rejects.toMatchObject({ code: 'not-found' });
});

test('a turn that runs is marked to be stopped by who runs it', async () => {
  const { session, turnId } = await startTurn('q');
  expect(await turns.stop('org', turnId)).toBe(true);
  expect(await turns.next(session.id, owner)).toMatchObject({ id: turnId, isStopWanted: true });
});
