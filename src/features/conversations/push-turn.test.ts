import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createConversations } from './conversations.ts';
import {
  conversations,
  database,
  endWith,
  openSession,
  owner,
  runTurn,
  turnOf,
} from './testing/played-turns.ts';

afterAll(() => database.drop());

const { turns, views, leases } = conversations;

function pushTo(sessionId: string, text: string, key: string = randomUUID()) {
  return { orgId: 'org', sessionId, key, text, files: [], language: 'en' } as const;
}

const FILE = {
  name: 'a b.png',
  path: 'out/a b.png',
  kind: 'image',
  mediaType: 'image/png',
  bytes: 7,
} as const;

async function eventsOf(turnId: string | undefined): Promise<readonly unknown[]> {
  const rows = await database.run({
    name: '',
    text: 'select body from platform.session_events where turn_id = $1 order by seq',
    values: [turnId],
  });
  return rows.map(({ body }) => body);
}

test('ASY-06 what is pushed is a turn without a question, there once for its key, with its events', async () => {
  const { id } = await openSession();
  const push = { ...pushTo(id, 'Your film is ready.', 'job-1'), files: [FILE] };
  const pushed = await Promise.all([conversations.push(push), conversations.push(push)]);
  expect(new Set(pushed).size).toBe(1);
  const [turn, ...others] = await views.list('org', id, { order: 'newest', limit: 10 });
  expect(others).toEqual([]);
  expect(turn).toMatchObject({
    id: pushed[0],
    origin: 'push',
    text: '',
    state: 'done',
    reason: 'answered',
    reply: 'Your film is ready.',
    personId: null,
    artifacts: [{ name: 'a b.png', path: 'out/a b.png', kind: 'image', bytes: 7 }],
  });
  expect(await eventsOf(pushed[0])).toMatchObject([
    { type: 'turn-pushed' },
    { type: 'artifact', name: 'a b.png', media: 'image' },
    { type: 'turn-finished', text: 'Your film is ready.', reason: 'answered' },
  ]);
  expect(await conversations.attachments.list('org', id)).toMatchObject([
    { path: 'out/a b.png', isMade: true },
  ]);
});

test('ASY-06 it is there with the transaction that it is told in, or not at all', async () => {
  const { id } = await openSession();
  const push = pushTo(id, 'never');
  const broken = database.transaction(async (client) => {
    await conversations.pushWithin(client, push);
    throw new TypeError('the end of the job failed');
  });
  await expect(broken).rejects.toThrow('the end of the job');
  expect(await views.list('org', id, { order: 'newest', limit: 10 })).toEqual([]);
  expect(await conversations.push(push)).toBeDefined();
});

test('ASY-06 to a conversation that is gone, or of another org, nothing is pushed', async () => {
  const { id } = await openSession({ orgId: 'other' });
  expect(await conversations.push(pushTo(id, 'hello'))).toBeUndefined();
  expect(await conversations.push(pushTo(randomUUID(), 'hello'))).toBeUndefined();
});

test('ASY-06 a model is given it as an answer, question and answer by turns', async () => {
  const { id } = await openSession();
  await runTurn(id, 'Make a film', 'I will.');
  const running = await turns.accept(turnOf(id, 'and meanwhile?'));
  await leases.claim(id);
  await turns.next(id, owner);
  await conversations.push(pushTo(id, 'The film is **ready**.'));
  await conversations.push({ ...pushTo(id, ''), files: [FILE] });
  await conversations.openTurn(running.turnId).finish(endWith('Waiting.'));
  const { turnId } = await turns.accept(turnOf(id, 'Show it'));
  const history = await conversations.openTurn(turnId).history(100_000);
  expect(history.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  expect(history.slice(4)).toMatchObject([
    { text: expect.stringContaining('nobody asked') },
    { parts: [{ type: 'text', text: 'The film is **ready**.' }] },
    { text: expect.stringContaining('nobody asked') },
    { parts: [{ type: 'text', text: 'a b.png' }] },
  ]);
});

test('ASY-06 there is no question of it to answer again', async () => {
  const { id } = await openSession();
  const turnId = (await conversations.push(pushTo(id, 'hello'))) ?? '';
  await expect(turns.regenerate('org', { turnId })).rejects.toMatchObject({ code: 'conflict' });
  await expect(turns.edit('org', { turnId, text: 'x' })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('MSG-06 a command that the platform answered is kept, and no model sees it', async () => {
  const { id } = await openSession();
  const command = await turns.accept(turnOf(id, '/resend'));
  await leases.claim(id);
  await turns.next(id, owner);
  await conversations.openTurn(command.turnId).finish({ ...endWith('Sent.'), isCommand: true });
  expect(await views.get('org', command.turnId)).toMatchObject({
    origin: 'command',
    reply: 'Sent.',
  });
  const { turnId } = await turns.accept(turnOf(id, 'hello'));
  expect(await conversations.openTurn(turnId).history(1000)).toEqual([]);
});

test('MSG-06 what stands in the turn is what a person on its channel reads', async () => {
  const answered: unknown[] = [];
  const other = createConversations({
    database,
    newId: randomUUID,
    owner,
    answers: {
      async encode(answer) {
        answered.push(answer);
        return { text: answer.text.replaceAll('*', ''), delivery: undefined };
      },
      artifactUrl: (path) => `workspace:${encodeURIComponent(path)}`,
    },
  });
  const { id } = await openSession();
  const { turnId } = await turns.accept({ ...turnOf(id, 'go'), channel: 'text' });
  await leases.claim(id);
  const turn = await turns.next(id, owner);
  const open = other.openTurn(turnId, turn);
  await open.addMadeFiles([FILE, { ...FILE, path: 'b.png', name: 'b.png' }]);
  await open.addMadeFiles([FILE]);
  await open.finish(endWith('It is **done**.'));
  expect(await views.get('org', turnId)).toMatchObject({ reply: 'It is done.' });
  expect((await eventsOf(turnId)).at(-1)).toMatchObject({ text: 'It is done.' });
  expect(answered).toMatchObject([
    { turnId, sessionId: id, channel: 'text', language: 'en', files: [{ name: 'b.png' }, FILE] },
  ]);
});
