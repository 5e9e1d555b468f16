// A channel that answers go to: what it takes, as data, and how one message is sent there.

import type { Text } from '#base/text.ts';
import type { MediaKind, MessageBody } from './message-body.ts';

/** What one message of a channel may be. */
export interface ChannelCaps {
  /** Whether it shows Markdown; else it gets plain text. */
  readonly isMarkdown: boolean;
  readonly text: TextLimit;
  /** Kinds of files that it takes; others are told as links in the text. */
  readonly media: { readonly [Kind in MediaKind]?: MediaLimit };
  /** Messages that one target may be sent in a time; as many as come where it is left out. */
  readonly rate?: { readonly most: number; readonly windowMs: number };
}

export interface TextLimit {
  /** In one message. */
  readonly most: number;
  readonly unit: TextUnit;
}

/** How a platform counts: in halves of surrogate pairs, in code points, or in bytes of UTF-8. */
export type TextUnit = 'utf-16' | 'code-points' | 'bytes';

interface MediaLimit {
  readonly perMessage: number;
  readonly mostBytes: number;
}

export type Channel = StreamChannel | ChannelAdapter;

/** The session's stream is the channel: an answer is there with the commit that ends its turn. */
export interface StreamChannel {
  readonly kind: string;
  readonly way: 'stream';
}

/** Messages are sent, one by one, by the deliverer. */
export interface ChannelAdapter {
  readonly kind: string;
  readonly way: 'send';
  readonly caps: ChannelCaps;
  /** Milliseconds from the first try in which the platform knows a key again; 0 where it takes none. */
  readonly dedupesMs: number;
  /**
   * Sends one message. What it throws, and what it does not answer in time, is an answer that was lost: the message
   * may be there. A refusal is what the platform said: it is not there.
   */
  send(target: DeliveryTarget, body: MessageBody, options: SendOptions): Promise<SendOutcome>;
}

/** Where a message goes. */
export interface DeliveryTarget {
  readonly orgId: string;
  readonly sessionId: string;
  /** The channel's own name for whoever gets it. */
  readonly address: string;
}

export interface SendOptions {
  /** The message's own name, the same however often it is tried. */
  readonly key: string;
  /** An earlier try of it may have arrived. */
  readonly isPerhapsDuplicate: boolean;
  readonly signal: AbortSignal;
}

export type SendOutcome =
  /** What the platform calls it, for the record. */
  | { readonly status: 'sent'; readonly receipt: string }
  | {
      readonly status: 'refused';
      readonly reason: Text;
      /** Another try would be refused as well. */
      readonly isPermanent: boolean;
      /** The platform said when to come again. */
      readonly retryAfterMs?: number;
    };
