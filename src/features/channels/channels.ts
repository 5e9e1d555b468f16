// Puts the subjects of the feature together.

import type { Text } from '#base/text.ts';
import type { Database } from '#system/database/database.ts';
import type { Channel, ChannelAdapter } from './channel-adapter.ts';
import { createDeliverer, type Deliverer, type DelivererParts } from './deliverer.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { encodeAnswer, type Answer, type EncodedAnswer, type FileLink } from './encode-answer.ts';
import { createOutbox } from './outbox.ts';
import { answerResend, type SaidCommand } from './resend-command.ts';
import { createTextChannel } from './text/text-channel.ts';
import { createTextMessages, type TextMessages } from './text/text-messages.ts';
import { WEB_CHANNELS } from './web/web-channels.ts';

export interface ChannelsParts extends Pick<DelivererParts, 'onFault' | 'rules' | 'sendMs'> {
  readonly database: Database;
  /** Of this process, unlike any other's: `ownProcessIdentity`. */
  readonly owner: string;
  readonly fileLink: FileLink;
  /** Beside the web's and the local text channel. */
  readonly adapters?: readonly ChannelAdapter[];
}

export interface Channels {
  /** Whether messages are sent there; where not, the session's stream is the channel. */
  isSentTo(channel: string): boolean;
  /** What a person on the answer's channel reads, and what is to be stored with the end of its turn. */
  encode(answer: Answer): Promise<EncodedAnswer>;
  readonly deliveries: Deliveries;
  /** What the platform says to `/resend`; undefined for whatever else is said. */
  answerCommand(said: SaidCommand): Promise<Text | undefined>;
  readonly textMessages: TextMessages;
  readonly deliverer: Deliverer;
}

export function createChannels(parts: ChannelsParts): Channels {
  const { database, owner, fileLink, adapters = [], ...sending } = parts;
  const textMessages = createTextMessages(database);
  const sent = [createTextChannel(textMessages), ...adapters];
  const channels: readonly Channel[] = [...WEB_CHANNELS, ...sent];
  const deliveries = createDeliveries(database, channels);
  return {
    isSentTo: (channel) => sent.some(({ kind }) => kind === channel),
    encode: (answer) => encodeAnswer({ channels, fileLink }, answer),
    deliveries,
    answerCommand: (said) => answerResend(deliveries, said),
    textMessages,
    deliverer: createDeliverer({
      ...sending,
      database,
      outbox: createOutbox(database, owner),
      adapters: sent,
    }),
  };
}
