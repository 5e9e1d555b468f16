// The running server as programs and people use it, over real HTTP, on its own PostgreSQL.

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ChatEvent } from '#contract/chat-events.ts';
import { makeSkill } from '../make-skill.ts';
import { qiao } from '../run-qiao.ts';
import { startOpenAiStub } from '../stubs/openai-stub.ts';
import { joinServer, startServer, type TestServer } from './run-server.ts';

const slow = await makeSkill('slow', {
  'SKILL.md': '---\nname: slow\ndescription: Waits for a while.\n---\n',
  'handler.ts': `export async function execute() {
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    return { success: true };
  }`,
});
/** Asked to wait it calls the slow skill; else it greets. */
const stub = await startOpenAiStub(({ body }) => {
  const { messages } = body as { readonly messages: readonly { role: string; content: string }[] };
  return messages.at(-1)?.content === 'please wait'
    ? { calls: [{ name: 'slow', arguments: {} }] }
    : { text: ['Hello ', 'there.'] };
});
const environment = {
  QIAO_MODEL: 'openai/stub',
  OPENAI_BASE_URL: stub.baseUrl,
  OPENAI_API_KEY: 'sk-secret-key-of-the-test',
};
const server = await startServer({ skills: [slow], environment });
afterAll(async () => {
  await server.remove();
  await stub.close();
});

async function newSession({ client }: TestServer = server): Promise<string> {
  const { id } = await client.call('sessions.create', { body: {} });
  return id;
}

async function say(session: string, text: string, { client }: TestServer = server) {
  return client.call('turns.create', { params: { session_id: session }, body: { text } });
}

/** Everything of one turn, until it has ended or `until` comes. */
async function follow(
  { client }: TestServer,
  place: { readonly session: string; readonly after: number; readonly turn: string },
  until: ChatEvent['type'] = 'turn-finished',
): Promise<readonly ChatEvent[]> {
  const following = new AbortController();
  const seen: ChatEvent[] = [];
  const { session, after, turn } = place;
  for await (const told of client.subscribe(session, { after, signal: following.signal })) {
    if (told.turn !== turn) continue;
    seen.push(told.event);
    if (told.event.type === until) following.abort();
  }
  return seen;
}

async function converse(session: string, text: string, at: TestServer = server) {
  const { turn_id: turn, seq } = await say(session, text, at);
  return follow(at, { session, after: seq, turn });
}

test('a message is answered, told as it happens, and kept', async () => {
  const session = await newSession();
  const events = await converse(session, 'hi');
  expect(events.map(({ type }) => type)).toEqual([
    'turn-queued',
    'turn-started',
    'text-delta',
    'turn-finished',
  ]);
  const { items } = await server.client.call('turns.list', { params: { session_id: session } });
  expect(items).toMatchObject([{ text: 'hi', state: 'done', reply: 'Hello there.' }]);
});

test('a follow-up that is sent while a turn runs waits for it, and both are answered', async () => {
  const session = await newSession();
  const first = await say(session, 'please wait');
  const place = { session, after: first.seq, turn: first.turn_id };
  await follow(server, place, 'tool-started');
  const second = await say(session, 'and then?');
  expect(second.state).toBe('queued');
  const params = { session_id: session, turn_id: first.turn_id };
  await server.client.call('turns.stop', { params });
  const [stopped] = (await follow(server, place)).slice(-1);
  expect(stopped).toMatchObject({ type: 'turn-finished', reason: 'stopped' });
  await follow(server, { session, after: 0, turn: second.turn_id });
  const turn = await server.client.call('turns.get', {
    params: { session_id: session, turn_id: second.turn_id },
  });
  expect(turn.state).toBe('done');
});

test('two servers on one database: either reads, answers and stops what the other runs', async () => {
  const other = await joinServer(server, { skills: [slow], environment });
  try {
    const session = await newSession();
    const { turn_id: turn, seq } = await say(session, 'please wait');
    const place = { session, after: seq, turn };
    await follow(other, place, 'tool-started');
    await other.client.call('turns.stop', { params: { session_id: session, turn_id: turn } });
    const [end] = (await follow(other, place)).slice(-1);
    expect(end).toMatchObject({ type: 'turn-finished', reason: 'stopped' });
    expect((await converse(session, 'hi', other)).at(-1)).toMatchObject({ text: 'Hello there.' });
  } finally {
    await other.stop();
  }
});

test('what a server that was killed ran is taken over by another, and said to be interrupted', async () => {
  const other = await joinServer(server, { skills: [slow], environment });
  const session = await newSession(other);
  const { turn_id: turn, seq } = await say(session, 'please wait', other);
  await follow(other, { session, after: seq, turn }, 'tool-started');
  await other.kill();
  const [end] = (await follow(server, { session, after: seq, turn })).slice(-1);
  expect(end).toMatchObject({ type: 'turn-finished', reason: 'interrupted' });
  const kept = await server.client.call('turns.get', {
    params: { session_id: session, turn_id: turn },
  });
  expect(kept.calls).toMatchObject([
    { tool: 'slow', state: 'aborted', result: { error: expect.stringContaining('may have') } },
  ]);
});

test('a session that is deleted takes its turn, its events and its files along', async () => {
  const session = await newSession();
  const { turn_id: turn, seq } = await say(session, 'please wait');
  await follow(server, { session, after: seq, turn }, 'tool-started');
  await server.client.call('sessions.delete', { params: { session_id: session } });
  const gone = server.client.call('sessions.get', { params: { session_id: session } });
  await expect(gone).rejects.toMatchObject({ code: 'not-found' });
});

test('qiao chat --session goes on with a kept conversation, by itself and through the server', async () => {
  const session = await newSession();
  await converse(session, 'hi');
  const place = { QIAO_DATA: server.dataFolder, ...environment };
  const own = await qiao(['chat', 'again', '--session', session], { environment: place });
  expect(own).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Hello there.') });
  const remote = await qiao(['chat', 'once more', '--session', session], {
    environment: { QIAO_SERVER: server.url, QIAO_TOKEN: server.token },
  });
  expect(remote).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Hello there.') });
  const { items } = await server.client.call('turns.list', {
    params: { session_id: session },
    query: { order: 'oldest' },
  });
  expect(items.map(({ text }) => text)).toEqual(['hi', 'again', 'once more']);
});

test('qiao chat says that a token is lacking, and one that may only chat will do for a role by its name', async () => {
  const QIAO_SERVER = server.url;
  const lacking = await qiao(['chat', 'hi'], { environment: { QIAO_SERVER } });
  expect(lacking).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('QIAO_TOKEN') });
  const made = await fetch(`${server.url}/api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...server.browser },
    body: JSON.stringify({ name: 'chat', scopes: ['chat'] }),
  });
  const { secret: QIAO_TOKEN } = (await made.json()) as { readonly secret: string };
  const said = await qiao(['chat', 'hi', '--role', 'Qiao'], {
    environment: { QIAO_SERVER, QIAO_TOKEN },
  });
  expect(said).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Hello there.') });
});

test('the longest text may be said, also with every character escaped', async () => {
  const escaped = String.raw`\u5de7`.repeat(200_000);
  const answer = await fetch(`${server.url}/api/sessions/${await newSession()}/turns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.token}` },
    body: `{"text": "${escaped}"}`,
  });
  expect(answer.status).toBe(202);
});

test('qiao link makes a link that signs in once', async () => {
  const made = await qiao(['link', '--json'], {
    environment: { QIAO_DATA: server.dataFolder, QIAO_PORT: new URL(server.url).port },
  });
  expect(made.exitCode).toBe(0);
  const { url } = JSON.parse(made.stdout) as { readonly url: string };
  expect(url.startsWith(server.url)).toBe(true);
  const redeem = () =>
    fetch(`${server.url}/api/auth/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ token: url.split('/').at(-1) }),
    });
  expect((await redeem()).status).toBe(200);
  expect((await redeem()).status).not.toBe(200);
});

test('CFG-03 no key stands in the log', async () => {
  await converse(await newSession(), 'hi');
  expect(server.log()).not.toContain('sk-secret-key-of-the-test');
});

test('a server that is told to stop leaves nothing running, and its database with it', async () => {
  const own = await startServer();
  const pid = own.postgresPid();
  expect(await own.stop()).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  await own.remove();
});

test('a start on a port that is taken says so, and touches no database', async () => {
  const dataFolder = join(tmpdir(), `qiao-untouched-${process.pid}`);
  const { port } = new URL(server.url);
  const start = await qiao(['serve'], {
    environment: { QIAO_DATA: dataFolder, QIAO_PORT: port },
  });
  expect(start.exitCode).toBe(2);
  expect(start.stderr).toContain(`Port ${port} (QIAO_PORT) is taken`);
  expect(existsSync(join(dataFolder, 'postgres'))).toBe(false);
});
