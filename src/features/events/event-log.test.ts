// The event log on a real database: order, coalescing, replay, slow readers, two processes, lost connections.

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { ChatEvent } from '#contract/chat-events.ts';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { Recorder, killConnections, newPlace, openLog, textOf, upTo } from './event-fixture.ts';
import type { EventLog, EventPlace } from './event-log.ts';
import { eventsMigrations } from './event-migrations.ts';
import { EventWriter } from './event-writer.ts';

let database: TestDatabase;
let logs: ReturnType<typeof openLog>[] = [];
beforeAll(async () => {
  database = await createTestDatabase(eventsMigrations);
});
afterEach(async () => {
  await Promise.all(logs.map((log) => log.close()));
  logs = [];
});
afterAll(() => database.drop());

function open() {
  const log = openLog(database);
  logs.push(log);
  return log;
}

function progress(log: EventLog, place: EventPlace, text: string): Promise<void> | undefined {
  return log.append(place, { type: 'tool-progress', id: 'call', fraction: null, text });
}

const FINISHED: ChatEvent = {
  type: 'turn-finished',
  text: 'all of it',
  reason: 'answered',
  rounds: 1,
  failures: 0,
  banned: [],
};

describe('appending', () => {
  it('keeps the order of each session, whatever else is appended', async () => {
    const log = open();
    const places = [newPlace(), newPlace(), newPlace()];
    for (const at of upTo(300)) {
      for (const place of places) void progress(log, place, `${at}`);
      if (at % 50 === 0) await pause(20);
    }
    for (const place of places) {
      await log.flush(place.sessionId);
      const { events, lastSeq } = await log.read(place.orgId, place.sessionId, {
        after: 0,
        limit: 1000,
      });
      expect(lastSeq).toBe(300);
      expect(events.map(({ seq }) => seq)).toEqual(upTo(300));
      expect(events.map(textOf)).toEqual(upTo(300).map(String));
    }
  });

  it('joins text that stands together, of one turn only', async () => {
    const log = open();
    const place = newPlace();
    const next = { ...place, turnId: 'next' };
    for (const text of ['It ', 'is ', 'so.']) void log.append(place, { type: 'text-delta', text });
    void log.append(place, FINISHED);
    void log.append(place, { type: 'text-delta', text: 'PS' });
    void log.append(next, { type: 'text-delta', text: 'New' });
    await log.flush(place.sessionId);
    const { events } = await log.read(place.orgId, place.sessionId, { after: 0 });
    expect(events.map(textOf)).toEqual(['It is so.', 'all of it', 'PS', 'New']);
    expect(events.map(({ turnId }) => turnId === place.turnId)).toEqual([true, true, true, false]);
  });

  it('has stored everything when flush resolves', async () => {
    const log = open();
    const place = newPlace();
    void log.append(place, { type: 'turn-started' });
    void log.append(place, FINISHED);
    await log.flush(place.sessionId);
    const [row] = await database.run({
      name: 'count',
      text: `select count(*)::int as n from platform.session_events where session_id = $1`,
      values: [place.sessionId],
    });
    expect(row?.['n']).toBe(2);
    await expect(log.flush(place.sessionId)).resolves.toBeUndefined();
    await expect(log.flush('never heard of')).resolves.toBeUndefined();
  });

  it('stores what PostgreSQL can not: NUL and halves of characters become U+FFFD', async () => {
    const log = open();
    const place = newPlace();
    void log.append(place, { type: 'text-delta', text: 'a\0b\uD800c\\u0000' });
    await log.flush(place.sessionId);
    const { events } = await log.read(place.orgId, place.sessionId, { after: 0 });
    expect(events.map(textOf)).toEqual(['a\uFFFDb\uFFFDc\\u0000']);
    expect(log.failures).toEqual([]);
  });

  it('asks to wait while too much is in memory, and no longer than that', async () => {
    const log = open();
    const place = newPlace();
    const text = 'x'.repeat(1024 * 1024);
    let asked: Promise<void> | undefined;
    let appended = 0;
    while (asked === undefined) {
      asked = progress(log, place, text);
      appended += 1;
    }
    expect(appended).toBe(16);
    await asked;
    expect(progress(log, place, 'more')).toBeUndefined();
    await log.flush(place.sessionId);
    const { lastSeq } = await log.read(place.orgId, place.sessionId, { after: 16 });
    expect(lastSeq).toBe(17);
  });

  it('stores what is appended the moment one need not wait any more', async () => {
    const log = open();
    const place = newPlace();
    await progress(log, place, 'x'.repeat(17 * 1024 * 1024));
    void progress(log, place, 'small');
    const seen = new Recorder();
    log.subscribe({ ...place, after: 1 }, seen.subscriber);
    await seen.received(1);
    expect(seen.texts()).toEqual(['small']);
  });

  it('gives up an event that the database will never take, and nothing else', async () => {
    const log = open();
    const [bad, good] = [newPlace(), newPlace()];
    await database.run({
      name: 'refuse-one',
      text: `alter table platform.session_events add constraint no_poison check (body->>'text' <> 'poison')`,
      values: [],
    });
    for (const text of ['1', '2', 'poison', '3']) {
      void progress(log, bad, text);
      void progress(log, good, text === 'poison' ? 'fine' : text);
    }
    await expect(log.flush(bad.sessionId)).rejects.toThrow(/no_poison/);
    await log.flush(bad.sessionId);
    await log.flush(good.sessionId);
    const read = async ({ orgId, sessionId }: EventPlace) =>
      (await log.read(orgId, sessionId, { after: 0 })).events.map(textOf);
    expect(await read(bad)).toEqual(['1', '2', '3']);
    expect(await read(good)).toEqual(['1', '2', 'fine', '3']);
  });

  it('tells who waits that the database refuses for now, and stores it when it no longer does', async () => {
    const log = open();
    const place = newPlace();
    await database.run({
      name: 'read-only',
      text: 'alter role current_user set default_transaction_read_only = on',
      values: [],
    });
    void log.append(place, FINISHED);
    const failure = await log.flush(place.sessionId).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(AppError);
    expect((failure as AppError).code).toBe('database-unavailable');
    const client = await database.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query('alter role current_user set default_transaction_read_only = off');
    await client.end();
    await killConnections(database);
    await log.flush(place.sessionId);
    const { lastSeq } = await log.read(place.orgId, place.sessionId, { after: 0 });
    expect(lastSeq).toBe(1);
  });
});

describe('a batch that is tried again', () => {
  const batch = JSON.stringify([
    { session: 's', org: 'o', turn: 't', type: 'display', body: { type: 'display' } },
    { session: 'r', org: 'o', turn: 't', type: 'display', body: { type: 'display' } },
    { session: 's', org: 'o', turn: 't', type: 'display', body: { type: 'display' } },
  ]);
  const append = (name: string, isRetry: boolean) =>
    database.run({
      name: 'append',
      text: 'select session, last from platform.append_events($1, $2, $3) order by session',
      values: [batch, name, isRetry],
    });

  it('is not stored twice where its first try was carried out, and tells the same seqs', async () => {
    const first = await append('p.1', false);
    expect(first).toEqual([
      { session: 'r', last: 1 },
      { session: 's', last: 2 },
    ]);
    await append('p.2', false);
    expect(await append('p.1', true)).toEqual(first);
    expect(await append('p.3', true)).toEqual([
      { session: 'r', last: 3 },
      { session: 's', last: 6 },
    ]);
  });

  it('is told to be one where the answer to the first was lost', async () => {
    const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    let losses = 2;
    const place = newPlace();
    const stored: number[] = [];
    const writer = new EventWriter({
      processId: 'lossy',
      database: {
        again: (work) => database.again(work),
        async run(statement) {
          const rows = await database.run(statement);
          losses -= 1;
          if (losses >= 0) throw lost;
          return rows;
        },
      },
      onStored: (_, events) => stored.push(...events.map(({ seq }) => seq)),
      onFailure: () => undefined,
    });
    void writer.append(place, { type: 'turn-started' });
    void writer.append(place, FINISHED);
    await writer.flush(place.sessionId);
    expect(losses).toBe(-1);
    expect(stored).toEqual([1, 2]);
    expect((await open().read(place.orgId, place.sessionId, { after: 0 })).lastSeq).toBe(2);
    await writer.close();
  });

  it('waits for its first try where that is still at work', async () => {
    const client = await database.connect();
    await client.query('begin');
    await client.query('select platform.append_events($1, $2, false)', [batch, 'p.4']);
    const second = append('p.4', true);
    const waits = await Promise.race([second.then(() => 'done'), pause(100).then(() => 'waits')]);
    expect(waits).toBe('waits');
    await client.query('commit');
    await client.end();
    expect(await second).toEqual([
      { session: 'r', last: 4 },
      { session: 's', last: 8 },
    ]);
  });
});

describe('reading', () => {
  it('comes in pages that are bounded by count and by bytes', async () => {
    const log = open();
    const place = newPlace();
    for (const at of upTo(8)) void progress(log, place, `${at}`.repeat(200_000));
    await log.flush(place.sessionId);
    const read = async (after: number, limit?: number) => {
      const asked = limit === undefined ? { after } : { after, limit };
      const page = await log.read(place.orgId, place.sessionId, asked);
      return [page.events.map(({ seq }) => seq), page.isFull];
    };
    expect(await read(0)).toEqual([[1, 2, 3], true]);
    expect(await read(3, 2)).toEqual([[4, 5], true]);
    expect(await read(6)).toEqual([[7, 8], false]);
    const seen = new Recorder();
    log.subscribe({ ...place, after: 0 }, seen.subscriber);
    await seen.reached(8);
    expect(seen.seqs()).toEqual(upTo(8));
  });

  it("ORG-01 another org's stream does not exist, to be read, followed or removed", async () => {
    const log = open();
    const place = newPlace('org-1');
    const seen = new Recorder();
    const foreign = log.subscribe({ ...place, orgId: 'org-2', after: 0 }, seen.subscriber);
    const own = new Recorder();
    log.subscribe({ ...place, after: 0 }, own.subscriber);
    void log.append(place, FINISHED);
    await own.received(1);
    await log.removeSession('org-2', place.sessionId);
    expect(await log.read('org-2', place.sessionId, { after: 0 })).toEqual({
      events: [],
      lastSeq: 0,
      isFull: false,
    });
    expect((await log.read('org-1', place.sessionId, { after: 0 })).lastSeq).toBe(1);
    expect(seen.events).toEqual([]);
    foreign.end();
  });

  it('tells passing events of finished turns from what stays, by age', async () => {
    const log = open();
    const [finished, open_] = [newPlace(), newPlace()];
    for (const place of [finished, open_]) {
      void log.append(place, { type: 'text-delta', text: 'passing' });
      void log.append(place, { type: 'display', markdown: 'stays', only: false });
    }
    void log.append(finished, FINISHED);
    await log.flush(finished.sessionId);
    await log.flush(open_.sessionId);
    expect(await log.removeBefore(1)).toBe(0);
    await database.run({
      name: 'age',
      text: `update platform.session_events set created_at = now() - interval '2 days'
        where session_id = any($1)`,
      values: [[finished.sessionId, open_.sessionId]],
    });
    expect(await log.removeBefore(1)).toBe(1);
    const seen = new Recorder();
    log.subscribe({ ...finished, after: 0 }, seen.subscriber);
    await seen.received(2);
    expect(seen.seqs()).toEqual([2, 3]);
  });
});
