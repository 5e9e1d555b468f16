// What a turn's answer became on a channel of messages: waited for, and told as whoever is there gets it.

import { setTimeout as pause } from 'node:timers/promises';
import type { ChannelMessageBody } from '#contract/api/delivery-bodies.ts';
import type { TurnBody } from '#contract/api/turn-bodies.ts';
import type { ChatEvent, ChatMessage } from '#contract/chat-events.ts';

export interface MessageSource {
  turn(turnId: string): Promise<Pick<TurnBody, 'deliveries'>>;
  /** The next ones, the oldest first; none where there are no more. */
  messages(after: number): Promise<readonly ChannelMessageBody[]>;
}

export interface SentMessages {
  /** Waits until every message of the turn's answer has arrived or never will, and tells all that came since. */
  tell(turnId: string, teller: MessageTeller): Promise<void>;
}

interface MessageTeller {
  readonly onEvent: (event: ChatEvent) => void;
  readonly onMessage: (message: ChatMessage) => void;
}

const LOOK_MS = 50;
/** A channel that can't be reached is told as it stands then. */
const PATIENCE_MS = 60_000;

/** From now on: what was there before was read before. */
export async function followMessages(source: MessageSource): Promise<SentMessages> {
  let after = 0;
  const next = async (): Promise<readonly ChannelMessageBody[]> => {
    const page = await source.messages(after);
    after = page.at(-1)?.number ?? after;
    return page;
  };
  while ((await next()).length > 0);
  return {
    async tell(turnId, { onEvent, onMessage }) {
      const deliveries = await settledDeliveries(source, turnId);
      for (let page = await next(); page.length > 0; page = await next())
        for (const message of page) onMessage(asChatMessage(message));
      for (const event of deliveries.flatMap(eventsOf)) onEvent(event);
    },
  };
}

const SETTLED = new Set(['sent', 'failed', 'unknown']);

async function settledDeliveries(
  source: MessageSource,
  turnId: string,
): Promise<TurnBody['deliveries']> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { deliveries } = await source.turn(turnId);
    const parts = deliveries.flatMap((delivery) => delivery.parts);
    if (parts.every(({ state }) => SETTLED.has(state)) || performance.now() > until)
      return deliveries;
    await pause(LOOK_MS);
  }
}

function asChatMessage({ kind, text, files, ...message }: ChannelMessageBody): ChatMessage {
  const { is_perhaps_duplicate: isDuplicate } = message;
  return { type: 'message', kind, text, files, is_perhaps_duplicate: isDuplicate };
}

function eventsOf({ id, channel, parts }: TurnBody['deliveries'][number]): readonly ChatEvent[] {
  return parts.flatMap(({ index, state, error, is_perhaps_duplicate: isDuplicate }) =>
    state === 'sent' || state === 'failed' || state === 'unknown'
      ? [
          {
            type: 'delivery',
            delivery: id,
            channel,
            part: index,
            parts: parts.length,
            state,
            ...(error !== null && { reason: error }),
            is_perhaps_duplicate: isDuplicate,
          },
        ]
      : [],
  );
}
