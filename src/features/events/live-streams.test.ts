// Following a stream: replay then live without gap or double, over processes, lost connections and slow readers.

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { Recorder, killConnections, newPlace, openLog, textOf, upTo } from './event-fixture.ts';
import type { EventLog, EventPlace, SubscriptionEnd } from './event-log.ts';
import { eventsMigrations } from './event-migrations.ts';
import { createEventReader } from './event-reader.ts';
import { createLiveStreams } from './live-streams.ts';

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

/** Events that are never joined: `from` … `to`, a few at a time. */
async function produce(log: EventLog, place: EventPlace, [from, to]: readonly [number, number]) {
  for (let at = from; at <= to; at += 1) {
    await log.append(place, { type: 'tool-progress', id: 'call', fraction: null, text: `${at}` });
    if (at % 10 === 0) await pause(5);
  }
  await log.flush(place.sessionId);
}

describe('a subscriber', () => {
  it('gets what is stored and then what comes, also of another process', async () => {
    const [here, there] = [open(), open()];
    const place = newPlace();
    await produce(here, place, [1, 50]);
    const [near, far, late] = [new Recorder(), new Recorder(), new Recorder()];
    here.subscribe({ ...place, after: 0 }, near.subscriber);
    there.subscribe({ ...place, after: 0 }, far.subscriber);
    await produce(here, place, [51, 300]);
    there.subscribe({ ...place, after: 120 }, late.subscriber);
    await produce(there, place, [301, 500]);
    await Promise.all([near, far, late].map((one) => one.reached(500)));
    expect(near.texts()).toEqual(upTo(500).map(String));
    expect(near.seqs()).toEqual(upTo(500));
    expect(far.seqs()).toEqual(upTo(500));
    expect(late.seqs()).toEqual(upTo(500).slice(120));
  });

  it('gets one order where two processes write to one session at once', async () => {
    const [here, there] = [open(), open()];
    const place = newPlace();
    const [near, far] = [new Recorder(), new Recorder()];
    here.subscribe({ ...place, after: 0 }, near.subscriber);
    there.subscribe({ ...place, after: 0 }, far.subscriber);
    await Promise.all([produce(here, place, [1, 400]), produce(there, place, [1001, 1400])]);
    await Promise.all([near.reached(800), far.reached(800)]);
    expect(near.seqs()).toEqual(upTo(800));
    expect(far.texts()).toEqual(near.texts());
    const own = near.texts().filter((text) => Number(text) <= 400);
    expect(own).toEqual(upTo(400).map(String));
  });

  it('loses and doubles nothing while connections are killed in the middle', async () => {
    const [here, there] = [open(), open()];
    const place = newPlace();
    const [near, far] = [new Recorder(), new Recorder()];
    here.subscribe({ ...place, after: 0 }, near.subscriber);
    there.subscribe({ ...place, after: 0 }, far.subscriber);
    const producing = produce(here, place, [1, 1500]);
    let killed = 0;
    for (let round = 1; round <= 5; round += 1) {
      await near.received(round * 200);
      killed += await killConnections(database);
      // Who resumes elsewhere in the middle of it.
      const seq = near.seqs().at(-1) ?? 0;
      const resumed = new Recorder();
      there.subscribe({ ...place, after: seq }, resumed.subscriber);
      await resumed.received(1);
      expect(resumed.seqs()[0]).toBe(seq + 1);
    }
    await producing;
    await Promise.all([near.reached(1500), far.reached(1500)]);
    expect(killed).toBeGreaterThan(10);
    expect(near.texts()).toEqual(upTo(1500).map(String));
    expect(far.texts()).toEqual(upTo(1500).map(String));
    expect(far.seqs()).toEqual(upTo(1500));
  });

  it('gets a back-log of 10,000 events in pages, and what comes meanwhile', async () => {
    const log = open();
    const place = newPlace();
    await database.run({
      name: 'backlog',
      text: `select platform.append_events((select json_agg(json_build_object('session', $1::text,
        'org', 'org-1', 'turn', 't', 'type', 'display', 'body', json_build_object('text', n::text)))
        from generate_series(1, 10000) n), 'other.1', false)`,
      values: [place.sessionId],
    });
    let largest = 0;
    let ended = 0;
    const seen = new Recorder({
      onOpened: (lastSeq) => (ended = lastSeq),
      onEvents(events) {
        largest = Math.max(largest, events.length);
        return undefined;
      },
    });
    log.subscribe({ ...place, after: 0 }, seen.subscriber);
    await produce(log, place, [10_001, 10_100]);
    await seen.reached(10_100);
    expect(seen.texts()).toEqual(upTo(10_100).map(String));
    expect(largest).toBeLessThanOrEqual(200);
    expect(ended).toBeGreaterThanOrEqual(10_000);
  });

  it('that is slow gets no more than it asks for, and everything in the end', async () => {
    const log = open();
    const place = newPlace();
    let isBusy = false;
    let isOverrun = false;
    const slow = new Recorder({
      async onEvents() {
        isOverrun ||= isBusy;
        isBusy = true;
        await pause(60);
        isBusy = false;
      },
    });
    const fast = new Recorder();
    log.subscribe({ ...place, after: 0 }, slow.subscriber);
    log.subscribe({ ...place, after: 0 }, fast.subscriber);
    await produce(log, place, [1, 1000]);
    await Promise.all([slow.reached(1000), fast.reached(1000)]);
    expect(isOverrun).toBe(false);
    expect(slow.seqs()).toEqual(upTo(1000));
    expect(fast.seqs()).toEqual(upTo(1000));
  });

  it('that throws is ended, told to the log, and harms no other', async () => {
    const log = open();
    const place = newPlace();
    const reasons: SubscriptionEnd[] = [];
    const broken = new Recorder({
      onEvents() {
        throw new TypeError('broken subscriber');
      },
      onEnded: (reason) => reasons.push(reason),
    });
    const sound = new Recorder();
    log.subscribe({ ...place, after: 0 }, broken.subscriber);
    log.subscribe({ ...place, after: 0 }, sound.subscriber);
    await produce(log, place, [1, 20]);
    await sound.reached(20);
    expect(reasons).toEqual(['failed']);
    expect(log.failures).toMatchObject([{ message: 'broken subscriber' }]);
  });

  it('that asks for what never was is put where the stream ends', async () => {
    const log = open();
    const place = newPlace();
    await produce(log, place, [1, 3]);
    const ends: number[] = [];
    const seen = new Recorder({ onOpened: (lastSeq) => ends.push(lastSeq) });
    log.subscribe({ ...place, after: 999 }, seen.subscriber);
    await produce(log, place, [4, 5]);
    await seen.reached(5);
    expect(ends[0]).toBeGreaterThanOrEqual(3);
    expect(seen.events.map(textOf).at(-1)).toBe('5');
  });

  it('gets nothing after it has ended', async () => {
    const log = open();
    const place = newPlace();
    const [gone, there] = [new Recorder(), new Recorder()];
    const subscription = log.subscribe({ ...place, after: 0 }, gone.subscriber);
    log.subscribe({ ...place, after: 0 }, there.subscriber);
    await produce(log, place, [1, 10]);
    await gone.reached(10);
    subscription.end();
    await produce(log, place, [11, 20]);
    await there.reached(20);
    expect(gone.seqs()).toEqual(upTo(10));
  });

  it('gets what was appended before the log closed, and is told of the end', async () => {
    const log = openLog(database);
    const place = newPlace();
    const reasons: SubscriptionEnd[] = [];
    const opened = Promise.withResolvers<void>();
    const seen = new Recorder({
      onOpened: () => opened.resolve(),
      onEnded: (reason) => reasons.push(reason),
    });
    log.subscribe({ ...place, after: 0 }, seen.subscriber);
    await opened.promise;
    void log.append(place, { type: 'turn-started' });
    await log.close();
    expect(seen.seqs()).toEqual([1]);
    expect(reasons).toEqual(['closed']);
    void log.append(place, { type: 'turn-started' });
    await expect(log.flush(place.sessionId)).rejects.toThrow(/stopping/);
  });
});

/** Streams whose reads can be held back, and which hear of other processes only by hand. */
function openStreams() {
  const readPage = createEventReader(database);
  let held: Promise<void> | undefined;
  const read = Promise.withResolvers<void>();
  const streams = createLiveStreams({
    onFailure: (failure) => {
      throw failure;
    },
    async readPage(request) {
      const page = await readPage(request);
      read.resolve();
      await held;
      return page;
    },
  });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { streams, hold, hasRead: read.promise };
}

describe('a session that is written while somebody joins', () => {
  it('loses nothing that was stored after the first page was read', async () => {
    const { streams, hold, hasRead } = openStreams();
    const log = open();
    const place = newPlace();
    await produce(log, place, [1, 2]);
    const release = hold();
    const seen = new Recorder();
    streams.subscribe({ ...place, after: 0 }, seen.subscriber);
    await hasRead;
    await produce(log, place, [3, 4]);
    streams.announce(place.sessionId, 4);
    release();
    await seen.reached(4);
    expect(seen.seqs()).toEqual(upTo(4));
  });

  it('gives nobody twice what a newer one has read already', async () => {
    const { streams } = openStreams();
    const log = open();
    const place = newPlace();
    await produce(log, place, [1, 3]);
    const [first, second] = [new Recorder(), new Recorder()];
    streams.subscribe({ ...place, after: 0 }, first.subscriber);
    await first.reached(3);
    await produce(log, place, [4, 5]);
    streams.subscribe({ ...place, after: 0 }, second.subscriber);
    await second.reached(5);
    await produce(log, place, [6, 6]);
    streams.announce(place.sessionId, 6);
    await Promise.all([first.reached(6), second.reached(6)]);
    expect(first.seqs()).toEqual(upTo(6));
    expect(second.seqs()).toEqual(upTo(6));
  });
});
