import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ChannelAdapter } from './channel-adapter.ts';
import type { Channels } from './channels.ts';
import {
  channelsWith,
  database,
  deliveryEvents,
  deliveryOf,
  fakeChannel,
  NO,
  putAnswer,
  SENT,
  untilState,
} from './testing/fake-channel.ts';

const started: Channels[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map(({ deliverer }) => deliverer.close()));
});
afterAll(() => database.drop());

function start(
  adapters: readonly ChannelAdapter[],
  more?: Parameters<typeof channelsWith>[1],
): Channels {
  const channels = channelsWith(adapters, more);
  channels.deliverer.start();
  started.push(channels);
  return channels;
}

const LONG = 'One sentence here.\nAnother sentence.\nAnd a third one.';
const THREE = LONG.split('\n');

describe('MSG-06 an answer in the outbox', () => {
  test('MSG-06 is sent in its order, each message once, and told', async () => {
    const channel = fakeChannel('order');
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'order', text: LONG });
    const { parts } = await untilState(channels, turn, 'sent');
    expect(channel.tries.map(({ text }) => text)).toEqual(THREE);
    expect(parts.map(({ state, attempts }) => [state, attempts])).toEqual(
      THREE.map(() => ['sent', 1]),
    );
    expect(
      (await deliveryEvents(turn)).map(({ part, parts: all, state }) => [part, all, state]),
    ).toEqual([0, 1, 2].map((part) => [part, 3, 'sent']));
  });

  test('MSG-06 answers of one session follow each other, sessions do not wait for each other', async () => {
    const release = Promise.withResolvers<typeof SENT>();
    const channel = fakeChannel('lines', ({ text }) => (text === 'slow' ? release.promise : SENT));
    const channels = start([channel]);
    const session = randomUUID();
    const slow = await putAnswer(channels, { channel: 'lines', text: 'slow', session });
    const next = await putAnswer(channels, { channel: 'lines', text: 'next', session });
    const other = await putAnswer(channels, { channel: 'lines', text: 'other' });
    await untilState(channels, other, 'sent');
    expect((await deliveryOf(channels, slow)).state).toBe('sending');
    expect((await deliveryOf(channels, next)).state).toBe('made');
    release.resolve(SENT);
    await untilState(channels, next, 'sent');
    const texts = channel.shown.filter((each) => each.session === session).map(({ text }) => text);
    expect(texts).toEqual(['slow', 'next']);
  });

  test('MSG-06 is sent once by two deliverers', async () => {
    const channel = fakeChannel('two', async () => {
      await pause(2);
      return SENT;
    });
    const [channels] = [start([channel]), start([channel], { owner: 'other/1/1' })] as const;
    const turns = await Promise.all(
      Array.from({ length: 20 }, () => putAnswer(channels, { channel: 'two', text: LONG })),
    );
    for (const turn of turns) await untilState(channels, turn, 'sent');
    expect(channel.tries).toHaveLength(60);
    expect(new Set(channel.tries.map(({ key }) => key)).size).toBe(60);
  });
});

describe('MSG-06 a refused message', () => {
  test('MSG-06 is tried again under the same key, and those behind it wait', async () => {
    const channel = fakeChannel('busy', ({ text, tries }) =>
      text === THREE[0] && tries < 3 ? { status: 'refused', reason: NO, isPermanent: false } : SENT,
    );
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'busy', text: LONG });
    const { parts } = await untilState(channels, turn, 'sent');
    expect(channel.tries.map(({ text }) => text)).toEqual([THREE[0], THREE[0], ...THREE]);
    expect(new Set(channel.tries.slice(0, 3).map(({ key }) => key)).size).toBe(1);
    expect(parts[0]).toMatchObject({ attempts: 3, error: null });
  });

  test('MSG-06 for good fails at once, says why, and does not hold up the others', async () => {
    const channel = fakeChannel('never', ({ text }) =>
      text === THREE[1] ? { status: 'refused', reason: NO, isPermanent: true } : SENT,
    );
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'never', text: LONG, language: 'zh' });
    const { parts } = await untilState(channels, turn, 'failed');
    await expect.poll(async () => (await deliveryOf(channels, turn)).parts[2]?.state).toBe('sent');
    expect(parts[1]).toMatchObject({ state: 'failed', attempts: 1, error: '不行' });
    expect(await deliveryEvents(turn)).toContainEqual(
      expect.objectContaining({ part: 1, state: 'failed', reason: '不行' }),
    );
  });

  test('MSG-06 again and again fails in the end', async () => {
    const channel = fakeChannel('full', () => ({
      status: 'refused',
      reason: NO,
      isPermanent: false,
    }));
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'full', text: 'hello' });
    const { parts } = await untilState(channels, turn, 'failed');
    expect(parts[0]).toMatchObject({ attempts: 4, error: 'No.' });
  });

  test('MSG-06 waits as long as the platform says', async () => {
    const at: number[] = [];
    const channel = fakeChannel('later', ({ tries }) => {
      at.push(performance.now());
      return tries === 1
        ? { status: 'refused', reason: NO, isPermanent: false, retryAfterMs: 400 }
        : SENT;
    });
    const channels = start([channel]);
    await untilState(channels, await putAnswer(channels, { channel: 'later', text: 'a' }), 'sent');
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(390);
  });
});

describe('MSG-06 an answer of the platform that is lost', () => {
  test('MSG-06 leaves the message unknown, never sent again by itself, and the others go on', async () => {
    const channel = fakeChannel('blind', ({ text }) =>
      text === THREE[0] ? 'arrives, unheard' : SENT,
    );
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'blind', text: LONG });
    await expect.poll(async () => (await deliveryOf(channels, turn)).parts[2]?.state).toBe('sent');
    const { state, parts } = await deliveryOf(channels, turn);
    expect([state, parts[0]?.state, parts[0]?.attempts]).toEqual(['unknown', 'unknown', 1]);
    expect(parts[0]?.error).toMatch(/may have arrived/);
    expect(channel.shown.map(({ text }) => text)).toEqual(THREE);
  });

  test('MSG-06 is asked for again under the same key where the platform knows it', async () => {
    const channel = fakeChannel(
      'keyed',
      ({ tries }) => (tries === 1 ? 'arrives, unheard' : tries === 2 ? 'lost' : SENT),
      { dedupesMs: 60_000 },
    );
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'keyed', text: 'hello' });
    await untilState(channels, turn, 'sent');
    expect(channel.tries.map(({ key }) => key)).toEqual(Array(3).fill(channel.tries[0]?.key));
    expect(channel.shown).toHaveLength(1);
  });

  test('MSG-06 leaves it unknown where the platform has forgotten the key meanwhile', async () => {
    const channel = fakeChannel('forgets', () => 'lost', { dedupesMs: 1 });
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'forgets', text: 'hello' });
    await untilState(channels, turn, 'unknown');
    expect(channel.tries).toHaveLength(1);
  });

  test('MSG-06 stays in doubt: not asked for again after a long rest, nor called failed', async () => {
    const options = { dedupesMs: 60_000 };
    const refuse = { status: 'refused', reason: NO, isPermanent: true } as const;
    const channel = fakeChannel('rests', ({ tries }) => (tries === 1 ? 'lost' : refuse), options);
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'rests', text: 'hello' });
    await untilState(channels, turn, 'unknown');
    expect(channel.tries).toHaveLength(2);

    const waiting = channelsWith([fakeChannel('rested')]);
    const rested = await putAnswer(waiting, { channel: 'rested', text: 'hello' });
    await database.run({
      name: '',
      text: `update platform.delivery_parts set state = 'queued', is_in_doubt = true, attempts = 1,
        first_tried_at = now() - interval '2 minutes' where channel = 'rested'`,
      values: [],
    });
    const again = fakeChannel('rested', () => SENT, options);
    await untilState(start([again]), rested, 'unknown');
    expect(again.tries).toEqual([]);
  });

  test('MSG-06 also where the channel never answers; what it says late is heard', async () => {
    const late = Promise.withResolvers<typeof SENT>();
    const channel = fakeChannel('hangs', () => late.promise);
    const channels = start([channel], { sendMs: 50 });
    const turn = await putAnswer(channels, { channel: 'hangs', text: 'hello' });
    await untilState(channels, turn, 'unknown');
    late.resolve(SENT);
    await untilState(channels, turn, 'sent');
    expect((await deliveryEvents(turn)).map(({ state }) => state)).toEqual(['unknown', 'sent']);
  });
});

/** As its row stands then; `until` its lease. */
async function leftBehind(turn: string, owner: string, until: string): Promise<void> {
  await database.run({
    name: '',
    text: `update platform.delivery_parts p set state = 'sending', attempts = 1, lease_owner = $2,
        lease_name = 'x', first_tried_at = now(), lease_until = clock_timestamp() + $3::interval
      from platform.deliveries d where d.id = p.delivery_id and d.turn_id = $1`,
    values: [turn, owner, until],
  });
}

describe('MSG-06 a deliverer that went away while it sent', () => {
  test.each([
    { kind: 'keyed2', dedupesMs: 60_000, state: 'sent', tries: 1 },
    { kind: 'blind2', dedupesMs: 0, state: 'unknown', tries: 0 },
  ] as const)(
    'MSG-06 its message on $kind is sent again only under a key that is known',
    async ({ kind, dedupesMs, state, tries }) => {
      const channel = fakeChannel(kind, () => SENT, { dedupesMs });
      const waiting = channelsWith([channel]);
      const gone = await putAnswer(waiting, { channel: kind, text: 'by a process that is gone' });
      const expired = await putAnswer(waiting, { channel: kind, text: 'by another machine' });
      const alive = await putAnswer(waiting, { channel: kind, text: 'still being sent' });
      const here = (await import('#system/process-identity.ts')).ownProcessIdentity();
      await leftBehind(gone, here.replace(/[^/]*$/, '0'), '1 minute');
      await leftBehind(expired, 'elsewhere/1/1', '-1 second');
      await leftBehind(alive, 'elsewhere/1/1', '1 minute');
      const channels = start([channel]);
      await untilState(channels, expired, state);
      await untilState(channels, gone, state);
      expect((await deliveryOf(channels, alive)).state).toBe('sending');
      expect(channel.tries.filter(({ text }) => text === 'by another machine')).toHaveLength(tries);
    },
  );

  test('MSG-06 what it is told after another took over changes nothing', async () => {
    const first = Promise.withResolvers<typeof SENT>();
    const channel = fakeChannel('late', ({ tries }) => (tries === 1 ? first.promise : SENT), {
      dedupesMs: 60_000,
    });
    const channels = start([channel]);
    const turn = await putAnswer(channels, { channel: 'late', text: 'hello' });
    await untilState(channels, turn, 'sending');
    await leftBehind(turn, 'elsewhere/1/1', '-1 second');
    start([channel], { owner: 'other/1/1' });
    await untilState(channels, turn, 'sent');
    first.resolve({ status: 'refused', reason: NO, isPermanent: true } as never);
    await pause(50);
    expect((await deliveryOf(channels, turn)).state).toBe('sent');
    expect((await deliveryEvents(turn)).map(({ state }) => state)).toEqual(['sent']);
  });
});

describe('MSG-06 a rate limit', () => {
  test('MSG-06 is kept for each target', async () => {
    const at: number[] = [];
    const channel = fakeChannel(
      'rated',
      () => {
        at.push(performance.now());
        return SENT;
      },
      { caps: { rate: { most: 2, windowMs: 400 } } },
    );
    const channels = start([channel]);
    const text = [...THREE, 'four'].join('\n');
    await untilState(channels, await putAnswer(channels, { channel: 'rated', text }), 'sent');
    expect((at[3] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(300);
  });
});
