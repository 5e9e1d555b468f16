// `/ws` over real sockets: who gets in, what may be followed, what bad clients do, and how it ends.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eventsMigrations } from '#features/events/index.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { startStreams, type StreamFixture } from './stream-fixture.ts';

let database: TestDatabase;
let fixture: StreamFixture;
let session: string;
beforeAll(async () => {
  database = await createTestDatabase(eventsMigrations);
});
beforeEach(() => restart({ beatMs: 100 }));
afterEach(() => fixture.close());
afterAll(() => database.drop());

async function restart(options: { readonly beatMs: number }): Promise<void> {
  fixture = await startStreams(database.address, options);
  fixture.people.set('ann', { orgId: 'org-1', personId: 'ann' });
  fixture.people.set('bob', { orgId: 'org-2', personId: 'bob' });
  session = newSession('org-1');
}

function newSession(orgId: string): string {
  const id = randomUUID();
  fixture.sessions.set(id, orgId);
  return id;
}

/** Events that are never joined. */
async function produce(count: number, text = 'x', sessionId = session): Promise<void> {
  const place = { orgId: 'org-1', sessionId, turnId: 'turn' };
  for (let at = 0; at < count; at += 1) {
    await fixture.events.append(place, { type: 'display', markdown: text, only: false });
  }
  await fixture.events.flush(sessionId);
}

/** The status and body of the answer to an upgrade that is refused. */
async function refusal(headers: Record<string, string>, path = '/ws') {
  const client = new WebSocket(`ws://127.0.0.1:${fixture.port}${path}`, { headers });
  client.on('error', () => undefined);
  const [, response] = await once(client, 'unexpected-response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    body: JSON.parse(Buffer.concat(chunks).toString()) as { code: string; message: string },
  };
}

describe('getting in', () => {
  it.each([
    ['a foreign Origin', { authorization: 'ann', origin: 'https://evil.example' }, 403],
    ['a foreign Host', { authorization: 'ann', host: 'rebound.example' }, 403],
    ['no sign-in', {}, 401],
    ['a token that does not exist', { authorization: 'forged' }, 401],
  ])('is refused to %s, as an HTTP answer with a sentence', async (_, headers, status) => {
    const { status: got, body } = await refusal(headers);
    expect(got).toBe(status);
    expect(body.code).toBe(status === 403 ? 'origin-refused' : 'not-signed-in');
    expect(body.message).toMatch(/refused/);
  });

  it('is refused at another path', async () => {
    const { status, body } = await refusal({ authorization: 'ann' }, '/other');
    expect(status).toBe(404);
    expect(body.code).toBe('not-found');
  });

  it('is no failure of the server where the client goes away in the middle', async () => {
    const socket = connect(fixture.port, '127.0.0.1');
    socket.write(
      'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );
    socket.resetAndDestroy();
    await fixture.connect('ann');
    expect(fixture.failures).toEqual([]);
  });
});

describe('following', () => {
  it('gets what is stored, then what happens, and resumes after a seq', async () => {
    await produce(3);
    const ann = await fixture.connect('ann');
    ann.send({ type: 'subscribe', session, after: 0 });
    expect(await ann.message('subscribed')).toEqual({ type: 'subscribed', session, seq: 3 });
    await produce(2);
    await ann.until(() => ann.seqs(session).length === 5);
    expect(ann.messages.map(({ type }) => type)).toEqual(['subscribed', ...Array(5).fill('event')]);
    expect(ann.messages[1]).toEqual({
      type: 'event',
      session,
      seq: 1,
      turn: 'turn',
      event: { type: 'display', markdown: 'x', only: false },
    });
    const again = await fixture.connect('ann');
    again.send({ type: 'subscribe', session, after: 3 });
    await again.until(() => again.seqs(session).length === 2);
    expect(again.seqs(session)).toEqual([4, 5]);
  });

  it('ends by unsubscribe, and other sessions go on', async () => {
    const other = newSession('org-1');
    const ann = await fixture.connect('ann');
    for (const id of [session, other]) ann.send({ type: 'subscribe', session: id });
    await ann.message('subscribed', other);
    ann.send({ type: 'unsubscribe', session });
    await ann.message('unsubscribed', session);
    await produce(1);
    await produce(1, 'y', other);
    await ann.until(() => ann.seqs(other).length === 1);
    expect(ann.seqs(session)).toEqual([]);
  });

  it("ORG-01 another org's session is answered as one that does not exist", async () => {
    await produce(1);
    const bob = await fixture.connect('bob');
    const unknown = randomUUID();
    bob.send({ type: 'subscribe', session, after: 0 });
    bob.send({ type: 'subscribe', session: unknown, after: 0 });
    const [foreign, missing] = [
      await bob.message('error', session),
      await bob.message('error', unknown),
    ];
    const words = JSON.stringify(foreign).replaceAll(session, 'S');
    expect(words).toBe(JSON.stringify(missing).replaceAll(unknown, 'S'));
    expect(foreign).toMatchObject({ code: 'not-found' });
    bob.send({ type: 'ping' });
    await bob.message('pong');
    expect(bob.seqs(session)).toEqual([]);
  });

  it('is bounded: the 101st session of a connection is refused', async () => {
    const ann = await fixture.connect('ann');
    const ids = Array.from({ length: 101 }, () => newSession('org-1'));
    for (const id of ids) ann.send({ type: 'subscribe', session: id });
    expect(await ann.message('error')).toMatchObject({ code: 'limit-reached', session: ids[100] });
    ann.send({ type: 'unsubscribe', session: ids[0] });
    ann.send({ type: 'subscribe', session: ids[100] });
    await ann.message('subscribed', ids[100]);
  });
});

describe('bad clients', () => {
  it.each([
    ['no JSON', 'hello', /not JSON/],
    ['an unknown type', '{"type":"shout"}', /type/],
    ['no session', '{"type":"subscribe"}', /session/],
    ['a session that is no id', String.raw`{"type":"subscribe","session":"a\u0000"}`, /session/],
    ['a negative seq', '{"type":"subscribe","session":"s","after":-1}', /after/],
    ['a key that nobody knows', '{"type":"ping","x":1}', /x/],
  ])('are told what is wrong with %s, and may go on', async (_, text, said) => {
    const ann = await fixture.connect('ann');
    ann.send(text);
    const error = await ann.message('error');
    expect(error).toMatchObject({ code: 'request-invalid' });
    expect(error.type === 'error' ? error.message : '').toMatch(said);
    ann.send({ type: 'ping' });
    await ann.message('pong');
  });

  it('are told that a binary message is not text', async () => {
    const ann = await fixture.connect('ann');
    ann.socket.send(Buffer.from('{"type":"ping"}'));
    expect(await ann.message('error')).toMatchObject({ code: 'request-invalid' });
  });

  it('that send an oversized frame are closed with 1009, and nobody else is', async () => {
    const [ann, other] = [await fixture.connect('ann'), await fixture.connect('ann')];
    ann.send('x'.repeat(64 * 1024 + 1));
    expect(await ann.closed).toBe(1009);
    other.send({ type: 'ping' });
    await other.message('pong');
  });

  it('that flood are closed with 1008', async () => {
    const ann = await fixture.connect('ann');
    for (let at = 0; at < 2000; at += 1) ann.send({ type: 'subscribe', session });
    expect(await ann.closed).toBe(1008);
  });

  it('that answer no ping are dropped', async () => {
    const ann = await fixture.connect('ann', { autoPong: false });
    expect(await ann.closed).toBe(1006);
    await expect.poll(() => fixture.streams.openStreams()).toBe(0);
  });

  it('that do not read cost little memory, hold nobody up, and get everything when they read', async () => {
    await fixture.close();
    await restart({ beatMs: 15_000 });
    const [slow, fast] = [await fixture.connect('ann'), await fixture.connect('ann')];
    for (const client of [slow, fast]) client.send({ type: 'subscribe', session });
    await Promise.all([slow.message('subscribed'), fast.message('subscribed')]);
    slow.socket.pause();
    await produce(1200, 'x'.repeat(50_000));
    await fast.until(() => fast.seqs(session).length === 1200);
    expect(fixture.sockets[0]?.writableLength).toBeLessThan(3 * 1024 * 1024);
    slow.socket.resume();
    await slow.until(() => slow.seqs(session).length === 1200);
    expect(slow.seqs(session)).toEqual(fast.seqs(session));
    expect(fixture.failures).toEqual([]);
  });

  it('that are too slow to answer pings in time are not dropped while they take something', async () => {
    await fixture.close();
    await restart({ beatMs: 300 });
    await produce(400, 'x'.repeat(100_000));
    const ann = await fixture.connect('ann');
    ann.socket.on('message', () => {
      ann.socket.pause();
      setTimeout(() => ann.socket.resume(), 20);
    });
    ann.send({ type: 'subscribe', session });
    const isGone = ann.closed.then(() => true);
    const isGoing = ann.until(() => ann.seqs(session).length === 150).then(() => false);
    expect(await Promise.race([isGone, isGoing])).toBe(false);
  });
});

describe('the end', () => {
  it('comes with 4401 when the token is revoked', async () => {
    const ann = await fixture.connect('ann');
    ann.send({ type: 'subscribe', session });
    await ann.message('subscribed');
    fixture.people.delete('ann');
    expect(await ann.closed).toBe(4401);
    expect(ann.messages.at(-1)).toMatchObject({ type: 'error', code: 'not-signed-in' });
  });

  it('comes for one subscription when the session may no longer be read', async () => {
    const ann = await fixture.connect('ann');
    ann.send({ type: 'subscribe', session });
    await ann.message('subscribed');
    fixture.sessions.delete(session);
    expect(await ann.message('error', session)).toMatchObject({ code: 'not-found' });
    await produce(1);
    ann.send({ type: 'ping' });
    await ann.message('pong');
    expect(ann.seqs(session)).toEqual([]);
  });

  it('comes with 1012 when the server stops, and nobody gets in then', async () => {
    const ann = await fixture.connect('ann');
    await fixture.streams.close();
    expect(await ann.closed).toBe(1012);
    expect((await refusal({ authorization: 'ann' })).status).toBe(503);
  });
});
