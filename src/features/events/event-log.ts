// What everybody sees of the event stream: durable, in order for a session, resumable from any point.

import type { ChatEvent } from '#contract/chat-events.ts';

/** Where an event belongs. */
export interface EventPlace {
  readonly orgId: string;
  readonly sessionId: string;
  readonly turnId: string;
}

/** An event that is stored. Its object is the same for all of a session's subscribers in a process. */
export interface StoredEvent {
  /** From 1 up within the session, without a gap when written; passing events of old turns are removed later. */
  readonly seq: number;
  readonly turnId: string;
  /** The `ChatEvent` as JSON text, written once for everybody. */
  readonly json: string;
}

export interface EventPage {
  readonly events: readonly StoredEvent[];
  /** The stream's last event when this was read; 0 for a session that has none, or is another org's. */
  readonly lastSeq: number;
  /** More may follow: the page was full, of events or of bytes. */
  readonly isFull: boolean;
}

export interface Subscriber {
  /** Once, before any event: where the stream ended when it was first read, so that one knows when one has caught up. */
  readonly onOpened?: (lastSeq: number) => void;
  /**
   * Events in order, none twice, none left out. Give a promise to get no more until it settles: what comes meanwhile
   * is read from the database then, so a slow subscriber costs no memory.
   */
  readonly onEvents: (events: readonly StoredEvent[]) => Promise<void> | undefined;
  /** The subscription is over, other than by `end`: the log was closed, or the database failed for long. */
  readonly onEnded?: (reason: SubscriptionEnd) => void;
}

export type SubscriptionEnd = 'closed' | 'failed';

export interface Subscription {
  end(): void;
}

export interface EventLog {
  /**
   * Queues an event; it is stored and delivered within about 50 ms. A promise is given only while too much waits in
   * memory: whoever produces events awaits it then. What can't be stored for now is tried until it can.
   */
  append(place: EventPlace, event: ChatEvent): Promise<void> | undefined;
  /**
   * Resolves when everything appended to the session so far is stored; rejects with `database-unavailable` where that
   * was not possible for now, and with `stopped` after `close`.
   */
  flush(sessionId: string): Promise<void>;
  /** The stored events after `after` (0: from the start), then new ones as they come, of whichever process. */
  subscribe(
    from: { readonly orgId: string; readonly sessionId: string; readonly after: number },
    subscriber: Subscriber,
  ): Subscription;
  /** One page of what is stored, oldest first; `limit` is 200 unless told, and 1000 at most; half a megabyte ends it too. */
  read(
    orgId: string,
    sessionId: string,
    page: { readonly after: number; readonly limit?: number },
  ): Promise<EventPage>;
  /**
   * Removes what only mattered while it happened (text deltas, progress) of finished turns, in small batches; returns
   * how many. The text itself is in the turn's message.
   */
  removeBefore(days: number): Promise<number>;
  /** Removes a session's whole stream: its conversation was deleted. */
  removeSession(orgId: string, sessionId: string): Promise<void>;
  /** Stores what waits, ends every subscription and the connection that listens. */
  close(): Promise<void>;
}
