// A channel that does what a test says, and outboxes on one database that send to it.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Text } from '#base/text.ts';
import { eventsMigrations } from '#features/events/index.ts';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { ownProcessIdentity } from '#system/process-identity.ts';
import type { ChannelAdapter, ChannelCaps, SendOptions, SendOutcome } from '../channel-adapter.ts';
import { createChannels, type Channels } from '../channels.ts';
import type { Delivery } from '../deliveries.ts';
import { channelMigrations } from '../delivery-tables.ts';
import type { MessageBody } from '../message-body.ts';

export const database = await createTestDatabase({ ...eventsMigrations, ...channelMigrations });

interface SentMessage extends Omit<SendOptions, 'signal'> {
  readonly text: string;
  readonly session: string;
}

/** What the platform does with a message: an answer, an answer that is lost on the way, or none at all. */
type Script = (
  sent: SentMessage & { readonly tries: number },
) => SendOutcome | 'arrives, unheard' | 'lost' | 'hangs' | Promise<SendOutcome>;

export interface FakeChannel extends ChannelAdapter {
  /** Every try. */
  readonly tries: readonly SentMessage[];
  /** What people see there. */
  readonly shown: readonly SentMessage[];
}

export const SENT: SendOutcome = { status: 'sent', receipt: 'r' };
export const NO: Text = { zh: '不行', en: 'No.' };

export function fakeChannel(
  kind: string,
  script: Script = () => SENT,
  options: { readonly dedupesMs?: number; readonly caps?: Partial<ChannelCaps> } = {},
): FakeChannel {
  const { dedupesMs = 0, caps } = options;
  const tries: SentMessage[] = [];
  const shown: SentMessage[] = [];
  const show = (message: SentMessage): void => {
    if (dedupesMs > 0 && shown.some(({ key }) => key === message.key)) return;
    shown.push(message);
  };
  return {
    kind,
    way: 'send',
    caps: { isMarkdown: false, text: { most: 20, unit: 'utf-16' }, media: {}, ...caps },
    dedupesMs,
    tries,
    shown,
    async send({ sessionId }, body, { key, isPerhapsDuplicate, signal }) {
      const message = { text: textOf(body), session: sessionId, key, isPerhapsDuplicate };
      tries.push(message);
      const answer = await script({
        ...message,
        tries: tries.filter((each) => each.key === key).length,
      });
      if (answer === 'arrives, unheard') show(message);
      if (answer === 'hangs') await pause(60_000, undefined, { signal });
      if (typeof answer === 'string') throw new TypeError('the connection broke');
      if (answer.status === 'sent') show(message);
      return answer;
    },
  };
}

function textOf(body: MessageBody): string {
  return body.kind === 'text' ? body.text : body.files.map(({ name }) => name).join();
}

/** A process's, by any name; its tries follow each other quickly. */
export function channelsWith(
  adapters: readonly ChannelAdapter[],
  more: { readonly owner?: string; readonly sendMs?: number } = {},
): Channels {
  return createChannels({
    database,
    owner: ownProcessIdentity(),
    fileLink: ({ path }) => `https://qiao.test/${path}`,
    onFault: () => undefined,
    adapters,
    rules: { mostTries: 4, firstMs: 10, longestMs: 50, random: () => 0.5 },
    ...more,
  });
}

interface PutAnswer {
  readonly channel: string;
  readonly text: string;
  readonly session?: string;
  readonly language?: 'zh' | 'en';
}

/** An answer of a turn, stored as its end would; gives the turn. */
export async function putAnswer(channels: Channels, given: PutAnswer): Promise<string> {
  const { channel, text, session: sessionId = randomUUID(), language = 'en' } = given;
  const turnId = randomUUID();
  const { delivery } = await channels.encode({
    turnId,
    sessionId,
    channel,
    language,
    text,
    files: [],
    isCommand: false,
  });
  const values = [JSON.stringify(delivery), 'org', sessionId, turnId];
  const put = { name: '', text: 'select platform.put_delivery($1, $2, $3, $4)', values };
  await database.run(put);
  await database.run(put);
  return turnId;
}

export async function deliveryOf(channels: Channels, turnId: string): Promise<Delivery> {
  const [found] = (await channels.deliveries.ofTurns('org', [turnId])).get(turnId) ?? [];
  if (found === undefined) throw new TypeError(`no delivery of ${turnId}`);
  return found;
}

/** Waits until it is in one of these states; whoever waits for ever meets the test's own limit. */
export async function untilState(
  channels: Channels,
  turnId: string,
  ...states: readonly Delivery['state'][]
): Promise<Delivery> {
  for (;;) {
    const found = await deliveryOf(channels, turnId);
    if (states.includes(found.state)) return found;
    await pause(5);
  }
}

/** What the session's stream tells of them. */
export async function deliveryEvents(
  turnId: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = await database.run({
    name: '',
    text: 'select body from platform.session_events where turn_id = $1 order by seq',
    values: [turnId],
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as it was appended
  return rows.map(({ body }) => body as Readonly<Record<string, unknown>>);
}
