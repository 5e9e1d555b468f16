// Two who want different things of one turn at the same moment: both are answered, and what is kept agrees with it.

import { afterAll, expect, test } from 'vitest';
import {
  conversations,
  conversationsOf,
  database,
  endWith,
  openSession,
  owner,
  turnOf,
} from './testing/played-turns.ts';

afterAll(() => database.drop());

const { sessions, turns, leases, views } = conversations;
const ROUNDS = 60;

async function startTurn() {
  const session = await openSession();
  const { turnId } = await turns.accept(turnOf(session.id, 'q'));
  await leases.claim(session.id);
  await turns.next(session.id, owner);
  return { session, turnId, turn: conversations.openTurn(turnId) };
}

async function startCall() {
  const started = await startTurn();
  const call = { id: 'c1', tool: 'look', argumentsText: '{}' };
  await started.turn.ledger.open(
    [call],
    [{ type: 'tool-call', id: 'c1', name: 'look', argumentsText: '{}' }],
  );
  return started;
}

function failuresOf(settled: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return settled.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
}

test('a stop and the end of its turn do not wait for each other', async () => {
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { turnId, turn } = await startTurn();
    const both = [turns.stop('org', turnId), turn.finish(endWith('x'))];
    failures.push(...failuresOf(await Promise.allSettled(both)));
  }
  expect(failures).toEqual([]);
});

test('a message that is accepted while its session is released has a runner all the same', async () => {
  const other = conversationsOf('elsewhere/1/1');
  const unseen: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await openSession();
    await leases.claim(id);
    const accepted = turns.accept(turnOf(id, 'hi')).then(() => other.leases.claim(id));
    const [claim, isLeft] = await Promise.all([accepted, leases.release(id)]);
    // Either who had the session goes on, or who sent the message takes it.
    if (isLeft === (claim === undefined)) unseen.push(id);
  }
  expect(unseen).toEqual([]);
});

test('a conversation is deleted in the moment its turn ends', async () => {
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { session, turn } = await startTurn();
    const both = [sessions.remove('org', session.id), turn.finish(endWith('x'))];
    failures.push(...failuresOf(await Promise.allSettled(both)));
  }
  expect(failures.filter((failure) => !failure.includes('no longer run'))).toEqual([]);
});

test('a call that starts while its turn is taken over is refused, or seen and ended', async () => {
  const states: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { session, turnId, turn } = await startCall();
    const both = [turn.ledger.start('c1'), conversations.interruptRunning(session.id)];
    await Promise.allSettled(both);
    states.push(...(await views.get('org', turnId)).calls.map(({ state }) => state));
  }
  expect(states.filter((state) => state !== 'aborted')).toEqual([]);
});

test('a result that was stored is never replaced by a takeover', async () => {
  const faults: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { session, turnId, turn } = await startCall();
    await turn.ledger.start('c1');
    const settling = turn.ledger.settle('c1', 'done', { ok: true });
    const [settled] = await Promise.allSettled([
      settling,
      conversations.interruptRunning(session.id),
    ]);
    const [call] = (await views.get('org', turnId)).calls;
    const isKept = call?.state === 'done';
    if (isKept !== (settled?.status === 'fulfilled')) faults.push([settled, call]);
  }
  expect(faults).toEqual([]);
});

test('what PostgreSQL can not look into is shown all the same', async () => {
  const { turnId, turn } = await startTurn();
  const argumentsText = '{"a":"\0"';
  await turn.ledger.open(
    [{ id: 'c1', tool: 'look', argumentsText }],
    [
      { type: 'text', text: 'hm \ud83d' },
      { type: 'tool-call', id: 'c1', name: 'look', argumentsText },
    ],
  );
  await turn.ledger.settle('c1', 'failed', { success: false, error: '\ud83d\0' });
  await turn.finish(endWith('x'));
  expect((await views.get('org', turnId)).calls).toMatchObject([
    { id: 'c1', arguments: argumentsText, state: 'failed' },
  ]);
});
