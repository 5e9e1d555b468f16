import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
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
  type FakeChannel,
} from './testing/fake-channel.ts';

let started: Channels | undefined;

afterEach(() => started?.deliverer.close());
afterAll(() => database.drop());

function start(...adapters: readonly FakeChannel[]): Channels {
  started = channelsWith(adapters);
  started.deliverer.start();
  return started;
}

const code = (error: unknown): unknown => (error as { code?: string }).code;

describe('MSG-06 a person has it sent again', () => {
  test('MSG-06 what failed is sent, once for one wish, and is no duplicate', async () => {
    let isOpen = false;
    const channel = fakeChannel('closed', () =>
      isOpen ? SENT : { status: 'refused', reason: NO, isPermanent: true },
    );
    const channels = start(channel);
    const session = randomUUID();
    const turn = await putAnswer(channels, { channel: 'closed', text: 'hello', session });
    const { id: deliveryId } = await untilState(channels, turn, 'failed');
    isOpen = true;
    const place = { orgId: 'org', sessionId: session, deliveryId };
    expect((await channels.deliveries.resend(place, 'wish-one')).state).toBe('queued');
    await untilState(channels, turn, 'sent');
    expect((await channels.deliveries.resend(place, 'wish-one')).state).toBe('sent');
    expect(channel.shown.map(({ text }) => text)).toEqual(['hello']);
    expect(new Set(channel.tries.map(({ key }) => key)).size).toBe(1);
    expect((await deliveryEvents(turn)).map(({ state }) => state)).toEqual([
      'failed',
      'queued',
      'sent',
    ]);
    await expect(channels.deliveries.resend(place, undefined)).rejects.toSatisfy(
      (error) => code(error) === 'conflict',
    );
  });

  test('MSG-06 what is unknown says that it may be there twice', async () => {
    const channel = fakeChannel('maybe', ({ tries }) => (tries === 1 ? 'arrives, unheard' : SENT), {
      caps: { text: { most: 60, unit: 'utf-16' } },
    });
    const channels = start(channel);
    const session = randomUUID();
    const turn = await putAnswer(channels, {
      channel: 'maybe',
      text: '你好',
      session,
      language: 'zh',
    });
    const { id: deliveryId } = await untilState(channels, turn, 'unknown');
    await channels.deliveries.resend({ orgId: 'org', sessionId: session, deliveryId }, undefined);
    const { parts } = await untilState(channels, turn, 'sent');
    expect(parts[0]?.isPerhapsDuplicate).toBe(true);
    expect(channel.shown.map(({ text }) => text)).toEqual(['你好', '（可能重复）\n你好']);
    expect((await deliveryEvents(turn)).at(-1)).toMatchObject({ is_perhaps_duplicate: true });
  });

  test('MSG-06 an unknown one whose key is known still is no duplicate', async () => {
    const channel = fakeChannel('known', ({ tries }) => (tries <= 4 ? 'arrives, unheard' : SENT), {
      dedupesMs: 600_000,
    });
    const channels = start(channel);
    const session = randomUUID();
    const turn = await putAnswer(channels, { channel: 'known', text: 'hello', session });
    const { id: deliveryId } = await untilState(channels, turn, 'unknown');
    await channels.deliveries.resend({ orgId: 'org', sessionId: session, deliveryId }, undefined);
    const { parts } = await untilState(channels, turn, 'sent');
    expect([parts[0]?.attempts, parts[0]?.isPerhapsDuplicate]).toEqual([5, false]);
    expect(channel.shown).toHaveLength(1);
  });

  test('ORG-01 not by another org, nor in another session', async () => {
    const channel = fakeChannel('others', () => ({
      status: 'refused',
      reason: NO,
      isPermanent: true,
    }));
    const channels = start(channel);
    const session = randomUUID();
    const turn = await putAnswer(channels, { channel: 'others', text: 'hello', session });
    const { id: deliveryId } = await untilState(channels, turn, 'failed');
    for (const place of [
      { orgId: 'other', sessionId: session, deliveryId },
      { orgId: 'org', sessionId: randomUUID(), deliveryId },
    ])
      await expect(channels.deliveries.resend(place, undefined)).rejects.toSatisfy(
        (error) => code(error) === 'not-found',
      );
  });

  test('MSG-06 is found by its place from the end, or by what is not sent of it', async () => {
    const channel = fakeChannel('find', ({ text }) =>
      text === 'two' ? { status: 'refused', reason: NO, isPermanent: true } : SENT,
    );
    const channels = start(channel);
    const session = randomUUID();
    const turns: string[] = [];
    for (const text of ['one', 'two', 'three'])
      turns.push(await putAnswer(channels, { channel: 'find', text, session }));
    await untilState(channels, turns[2] ?? '', 'sent');
    const find = async (last?: number) =>
      (await channels.deliveries.find('org', session, last))?.turnId;
    expect([await find(), await find(1), await find(3), await find(4)]).toEqual([
      turns[1],
      turns[2],
      turns[0],
      undefined,
    ]);
  });
});

describe('MSG-06 the local text channel', () => {
  test('MSG-06 has each message once, in order, and only for its own org', async () => {
    const channels = start();
    const session = randomUUID();
    const text = `${'a'.repeat(3990)}\n**b**`.repeat(2);
    const turn = await putAnswer(channels, { channel: 'text', text, session });
    await untilState(channels, turn, 'sent');
    const page = { after: 0, limit: 10 };
    const messages = await channels.textMessages.list('org', session, page);
    expect(messages.map(({ body }) => body.kind === 'text' && body.text.length <= 4000)).toEqual(
      messages.map(() => true),
    );
    expect(messages.map(({ body }) => (body.kind === 'text' ? body.text : '')).join('\n')).toBe(
      `${'a'.repeat(3990)}\nb${'a'.repeat(3990)}\nb`,
    );
    expect(await channels.textMessages.list('other', session, page)).toEqual([]);
    const after = messages[0]?.number ?? 0;
    expect(await channels.textMessages.list('org', session, { after, limit: 1 })).toEqual([
      messages[1],
    ]);
  });

  test('MSG-06 of a deleted conversation nothing stays, and nothing comes after', async () => {
    const channels = channelsWith([]);
    const session = randomUUID();
    const turn = await putAnswer(channels, { channel: 'text', text: 'hello', session });
    await channels.deliveries.removeSession('org', session);
    expect((await channels.deliveries.ofTurns('org', [turn])).size).toBe(0);
    const target = { orgId: 'org', sessionId: session, address: session };
    const message = {
      target,
      body: { kind: 'text', text: 'x' },
      key: 'k',
      isPerhapsDuplicate: false,
    } as const;
    expect(await channels.textMessages.add(message)).toBeUndefined();
  });

  test('MSG-06 what is over goes in time, what waits stays', async () => {
    const channel = fakeChannel('old');
    const channels = start(channel);
    const over = await putAnswer(channels, { channel: 'old', text: 'over' });
    await untilState(channels, over, 'sent');
    const waits = await putAnswer(channelsWith([fakeChannel('away')]), {
      channel: 'away',
      text: 'waits',
    });
    await database.run({
      name: '',
      text: `update platform.deliveries set created_at = now() - interval '31 days' where turn_id = any($1)`,
      values: [[over, waits]],
    });
    await database.execute(`insert into platform.deliveries
      (id, org_id, session_id, turn_id, channel, target, language, is_command, created_at)
      select 'old' || n, 'org', 's', 'old' || n, 'old', 's', 'en', false, now() - interval '31 days'
      from generate_series(1, 4500) n`);
    expect(await channels.deliveries.removeBefore(30)).toBe(4501);
    expect((await deliveryOf(channels, waits)).state).toBe('made');
  });
});
