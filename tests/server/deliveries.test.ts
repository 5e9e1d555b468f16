// MSG-06, ASY-06: an answer on the text channel, from the message that was said to what a person there has, and once more.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { composePlatform } from '#app/compose-platform.ts';
import { PLATFORM_MIGRATIONS } from '#app/platform-migrations.ts';
import { createConversationService } from '#app/services/conversation-service.ts';
import { createDeliveryService } from '#app/services/delivery-service.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import { chatEventSchema } from '#contract/chat-events.ts';
import type { Caller } from '#features/accounts/index.ts';
import { openSecrets } from '#features/configuration/index.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { createLog, createSecretRegistry } from '#system/log.ts';
import { readSettings } from '#system/settings.ts';
import { startObedientModel } from './talk.ts';

const model = await startObedientModel((said) => ({ text: `**You said**: ${said}` }));
const dataFolder = await mkdtemp(join(tmpdir(), 'qiao-deliveries-'));
const settings = readSettings({
  QIAO_DATA: dataFolder,
  LANG: 'en_US.UTF-8',
  QIAO_MODEL: 'openai/stub',
  OPENAI_BASE_URL: model.baseUrl,
  OPENAI_API_KEY: 'k',
});
const database = await createTestDatabase(PLATFORM_MIGRATIONS);
const secretRegistry = createSecretRegistry();
const platform = await composePlatform(
  {
    settings,
    database,
    secretRegistry,
    secrets: await openSecrets({ database, secretKey: undefined, dataFolder }),
    log: createLog({ level: 'error', secrets: secretRegistry }),
    isEmbedded: false,
    warnings: [],
    close: () => database.close(),
  },
  ['skills'],
);
const caller = await firstOwner();
const { orgId, personId } = caller;
const conversations = createConversationService(platform);
const deliveries = createDeliveryService(platform);
await platform.runner.start({ takesOver: true });
platform.channels.deliverer.start();

afterAll(async () => {
  await platform.close(1000);
  await database.drop();
  await model.close();
});

async function firstOwner(): Promise<Caller> {
  const owner = await platform.accounts.ensureFirstOwner({ language: 'en' });
  const found = await platform.accounts.access.actAs(owner);
  if (found === undefined) throw new TypeError('nobody is there');
  return found;
}

async function openSession(channel: 'web' | 'text'): Promise<string> {
  return (await conversations.create(caller, { channel })).id;
}

/** Says it and waits until the turn has ended, and everything of it has arrived or never will. */
async function say(
  sessionId: string,
  text: string,
  language: 'zh' | 'en' = 'en',
): Promise<TurnBody> {
  const { turn_id: turnId } = await conversations.say(caller, sessionId, { text, language });
  return settled(sessionId, turnId);
}

async function settled(sessionId: string, turnId: string): Promise<TurnBody> {
  for (;;) {
    const turn = await conversations.turn(caller, { sessionId, turnId });
    const isSent = turn.deliveries.every(({ state }) => /sent|failed|unknown/.test(state));
    if (turn.state === 'done' && isSent) return turn;
    await pause(10);
  }
}

async function shownTo(sessionId: string): Promise<readonly string[]> {
  return (await deliveries.messages(caller, sessionId, {})).map(({ text }) => text);
}

/** As an earlier try left it. */
async function leave(turn: TurnBody, state: 'failed' | 'unknown'): Promise<void> {
  await database.run({
    name: '',
    text: `update platform.delivery_parts set state = $2, error = 'why' where delivery_id = $1`,
    values: [turn.deliveries[0]?.id, state],
  });
}

async function takeMessagesAway(sessionId: string): Promise<void> {
  const text = 'delete from platform.text_messages where session_id = $1';
  await database.run({ name: '', text, values: [sessionId] });
}

describe('MSG-06 a conversation on the text channel', () => {
  test('MSG-06 an answer is sent, and its turn says what became of it', async () => {
    const session = await openSession('text');
    const turn = await say(session, 'hello');
    expect(turn).toMatchObject({
      origin: 'person',
      reply: 'You said: hello',
      deliveries: [
        {
          channel: 'text',
          target: session,
          state: 'sent',
          parts: [{ index: 0, kind: 'text', state: 'sent', attempts: 1, error: null }],
        },
      ],
    });
    expect(await shownTo(session)).toEqual(['You said: hello']);
    const { items } = await conversations.turns(caller, session, {});
    expect(items).toEqual([turn]);
  });

  test('MSG-06 on the page an answer is there with its turn, and nothing is sent', async () => {
    const session = await openSession('web');
    const turn = await say(session, 'hello');
    expect([turn.reply, turn.deliveries]).toEqual(['**You said**: hello', []]);
    expect(await shownTo(session)).toEqual([]);
  });

  test('CTX-02 who talks there is who signed in', async () => {
    const session = await openSession('text');
    const found = await platform.conversations.sessions.get(orgId, session);
    const { externalId = '', peerUserId = '' } = found ?? {};
    const place = { orgId, channel: 'text', externalId, peerUserId };
    const actor = await platform.accounts.actors.resolve(place);
    expect(actor).toMatchObject({ personId, facts: { actor_is_admin: true } });
  });

  test('MSG-06 of a deleted conversation nothing stays', async () => {
    const session = await openSession('text');
    const turn = await say(session, 'hello');
    await conversations.delete(caller, session);
    expect((await platform.channels.deliveries.ofTurns(orgId, [turn.id])).size).toBe(0);
    const page = { after: 0, limit: 10 };
    expect(await platform.channels.textMessages.list(orgId, session, page)).toEqual([]);
  });
});

describe('MSG-06 /resend', () => {
  test('MSG-06 sends what failed once more, and no model is asked', async () => {
    const session = await openSession('text');
    const turn = await say(session, 'hello');
    await leave(turn, 'failed');
    await takeMessagesAway(session);
    const asked = model.requests.length;
    const command = await say(session, '/resend', 'zh');
    expect(command).toMatchObject({ origin: 'command', reply: '正在重新发送 1 条消息。' });
    expect(model.requests.length).toBe(asked);
    await settled(session, turn.id);
    // In its own place: before what the platform said of it.
    expect(await shownTo(session)).toEqual(['You said: hello', '正在重新发送 1 条消息。']);
    expect(await say(session, '/resend')).toMatchObject({
      reply: expect.stringContaining('Nothing is to be sent again'),
    });
  });

  test('MSG-06 what is unknown stands there once, where the channel knows it already', async () => {
    const session = await openSession('text');
    const first = await say(session, 'one');
    await say(session, 'two');
    await say(session, 'three');
    await leave(first, 'unknown');
    const third = await say(session, '  /RESEND 3 ');
    expect(third.reply).toBe('Sending again: 1 message.');
    expect((await settled(session, first.id)).deliveries[0]?.state).toBe('sent');
    const shown = await shownTo(session);
    expect(shown.filter((text) => text === 'You said: one')).toHaveLength(1);
    expect((await say(session, '/resend 2')).reply).toMatch(/^There is nothing to send again/);
    expect((await say(session, '/resend 9')).reply).toMatch(/^There is no answer 9 from the end/);
  });

  test('MSG-06 also on the page, and what is no such command goes to the role', async () => {
    const session = await openSession('web');
    await say(session, 'hello');
    expect((await say(session, '/resend')).reply).toMatch(/^Nothing is to be sent again/);
    for (const odd of ['0', '-1', '999999999999', '1.5', '１２３'])
      expect(await say(session, `/resend ${odd}`)).toMatchObject({
        origin: 'command',
        reply: expect.stringMatching(/^There is no answer \S+ from the end/),
      });
    expect((await say(session, '/resend it all')).reply).toBe('**You said**: /resend it all');
  });

  test('MSG-06 by the API, once for a key', async () => {
    const session = await openSession('text');
    const turn = await say(session, 'hello');
    await leave(turn, 'failed');
    const place = { sessionId: session, deliveryId: turn.deliveries[0]?.id ?? '' };
    const wish = { client_key: 'wish-0001' };
    expect((await deliveries.resend(caller, place, wish)).parts).toHaveLength(1);
    await settled(session, turn.id);
    expect((await deliveries.resend(caller, place, wish)).state).toBe('sent');
    await expect(deliveries.resend(caller, place, {})).rejects.toMatchObject({ code: 'conflict' });
    expect(await shownTo(session)).toEqual(['You said: hello']);
  });
});

describe('ASY-06 what is pushed', () => {
  test('ASY-06 is sent on the channel of its conversation, once, with its files', async () => {
    const session = await openSession('text');
    const file = { path: 'a.png', kind: 'image', mediaType: 'image/png', bytes: 5 } as const;
    const push = {
      orgId,
      sessionId: session,
      key: 'background:1',
      text: 'Your **film** is ready.',
      files: [
        { ...file, name: 'a.png' },
        { ...file, name: 'b.mp4', path: 'out/b c.mp4', kind: 'video' as const },
      ],
      language: 'en' as const,
    };
    const turnId = (await platform.conversations.push(push)) ?? '';
    await platform.conversations.push(push);
    const turn = await settled(session, turnId);
    expect(turn).toMatchObject({ origin: 'push', text: '', artifacts: [{ name: 'a.png' }, {}] });
    const messages = await deliveries.messages(caller, session, {});
    expect(messages.map(({ kind }) => kind)).toEqual(['text', 'image']);
    // Signed, for whoever has no sign-in where it is read (ART-04).
    expect(messages[0]?.text).toMatch(/^Your film is ready\.\n\nb\.mp4: https?:\S+\/f\/[\w-]+$/);
    const told = await platform.events.read(orgId, session, { after: 0 });
    const types = told.events.map(({ json }) => chatEventSchema.parse(JSON.parse(json)).type);
    expect(types).toEqual([
      'turn-pushed',
      'artifact',
      'artifact',
      'turn-finished',
      'delivery',
      'delivery',
    ]);
  });
});
