// Server-sent events over real HTTP: replay, resume, heartbeats, slow readers, and the end.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverStreamMessageSchema } from '#contract/stream-messages.ts';
import { eventsMigrations } from '#features/events/index.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { resumePoint } from './resume-point.ts';
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
  session = randomUUID();
  fixture.sessions.set(session, 'org-1');
}

async function produce(count: number, text = 'x'): Promise<void> {
  const place = { orgId: 'org-1', sessionId: session, turnId: 'turn' };
  for (let at = 0; at < count; at += 1) {
    await fixture.events.append(place, { type: 'display', markdown: text, only: false });
  }
  await fixture.events.flush(session);
}

function get(path = '', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${fixture.port}/api/sessions/${session}/events${path}`, {
    headers: { authorization: 'ann', ...headers },
  });
}

/** Reads blocks until `count` events came, or to the end. */
async function read(response: Response, count = Number.POSITIVE_INFINITY) {
  const seen = { ids: [] as number[], comments: [] as string[], isOver: false };
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const id = readBlock(block);
      if (id === undefined) seen.comments.push(block);
      else seen.ids.push(id);
    }
    if (seen.ids.length >= count) return seen;
  }
  return { ...seen, isOver: true };
}

function readBlock(block: string): number | undefined {
  const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
  if (id === undefined || data === undefined) return undefined;
  const message = serverStreamMessageSchema.parse(JSON.parse(data));
  expect(message).toMatchObject({ type: 'event', session, seq: Number(id) });
  return Number(id);
}

describe('a stream of server-sent events', () => {
  it('begins with when to come back, replays, and goes on with what happens', async () => {
    await produce(250);
    const response = await get();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reading = read(response, 260);
    await produce(10);
    const { ids, comments } = await reading;
    expect(ids).toEqual(Array.from({ length: 260 }, (_, at) => at + 1));
    expect(comments[0]).toBe('retry: 2000');
  });

  it('resumes after the given seq, and rather after Last-Event-ID', async () => {
    await produce(10);
    expect((await read(await get('?after=7'), 3)).ids).toEqual([8, 9, 10]);
    const response = await get('?after=2', { 'last-event-id': '8' });
    expect((await read(response, 2)).ids).toEqual([9, 10]);
  });

  it('has heartbeats while nothing happens', async () => {
    const reading = read(await get(), 1);
    await pause(350);
    await produce(1);
    const { comments } = await reading;
    expect(comments.filter((text) => text === ':').length).toBeGreaterThanOrEqual(2);
  });

  it("ORG-01 another org's session is answered as one that does not exist", async () => {
    const foreign = await get('', { authorization: 'bob' });
    fixture.sessions.delete(session);
    const missing = await get();
    expect([foreign.status, await foreign.text()]).toEqual([404, 'not-found']);
    expect([missing.status, await missing.text()]).toEqual([404, 'not-found']);
  });

  it('ends when the token is revoked', async () => {
    const reading = read(await get());
    fixture.people.delete('ann');
    expect((await reading).isOver).toBe(true);
    expect(fixture.streams.openStreams()).toBe(0);
  });

  it('ends cleanly when the server stops', async () => {
    await produce(1);
    const reading = read(await get());
    await expect.poll(() => fixture.streams.openStreams()).toBe(1);
    await fixture.streams.close();
    await fixture.events.close();
    const { isOver } = await reading;
    expect(isOver).toBe(true);
    expect((await get()).status).toBe(400);
  });

  it('is given up when the client goes', async () => {
    await produce(1);
    await read(await get(), 1);
    await expect.poll(() => fixture.streams.openStreams()).toBe(0);
  });

  it('waits for a client that does not read, and gives it everything when it does', async () => {
    await fixture.close();
    await restart({ beatMs: 15_000 });
    const response = await get();
    await produce(600, 'x'.repeat(50_000));
    const { ids } = await read(response, 600);
    expect(ids).toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
  });

  it('is given up when a client takes nothing for eight beats', async () => {
    const response = await get();
    await produce(600, 'x'.repeat(50_000));
    await expect.poll(() => fixture.streams.openStreams(), { timeout: 10_000 }).toBe(0);
    const { ids, isOver } = await read(response);
    expect(isOver).toBe(true);
    expect(ids.length).toBeLessThan(600);
  });
});

describe('where to resume', () => {
  it.each(['-1', '1.5', 'x', '', '1e3', '99999999999999999999'])('is not "%s"', (after) => {
    expect(() => resumePoint({ after })).toThrow(/not the number of an event/);
  });

  it('is the start where nothing is said', () => {
    expect(resumePoint({})).toBe(0);
  });
});
