// One subscription: reads pages from the database at its own pace, then takes what its channel gets.

import type {
  EventPage,
  StoredEvent,
  Subscriber,
  Subscription,
  SubscriptionEnd,
} from './event-log.ts';
import { endOf, type ReadPage } from './event-reader.ts';

/** What a subscription sees of its session in this process. */
export interface MemberChannel {
  readonly parts: {
    readonly orgId: string;
    readonly sessionId: string;
    readonly readPage: ReadPage;
    readonly onFailure: (failure: unknown) => void;
  };
  /** What is stored up to here was offered to all who are live; undefined until the stream's end is known. */
  readonly tail: number | undefined;
  foundEnd(lastSeq: number): void;
  leave(member: StreamMember): void;
}

export class StreamMember implements Subscription {
  readonly #channel: MemberChannel;
  readonly #subscriber: Subscriber;
  /** The last event it got. */
  #position: number;
  #isOpened = false;
  /** Settles when the subscriber wants more; undefined where it does at once. */
  #handed: Promise<void> | undefined;
  #state: 'reading' | 'live' | 'ended' = 'reading';

  constructor(channel: MemberChannel, subscriber: Subscriber, after: number) {
    this.#channel = channel;
    this.#subscriber = subscriber;
    this.#position = after;
  }

  end(reason?: SubscriptionEnd): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#channel.leave(this);
    if (reason !== undefined) this.#subscriber.onEnded?.(reason);
  }

  /** Pages until it stands where the channel stands. */
  async readOn(): Promise<void> {
    const { parts } = this.#channel;
    try {
      while (this.#state === 'reading' && !this.#hasCaughtUp()) {
        this.#accept(await parts.readPage({ ...parts, after: this.#position }));
        await this.#handed;
      }
      if (this.#state === 'reading') this.#state = 'live';
    } catch (failure) {
      this.#fail(failure);
    }
  }

  /** What is new in the channel; nothing while it reads. */
  take(events: readonly StoredEvent[]): void {
    if (this.#state !== 'live') return;
    try {
      const fresh = eventsAfter(events, this.#position);
      const last = fresh.at(-1);
      if (last === undefined) return;
      this.#position = last.seq;
      this.#handed = this.#subscriber.onEvents(fresh);
    } catch (failure) {
      this.#fail(failure);
    }
    if (this.#handed !== undefined && this.#isGoing()) void this.#rest(this.#handed);
  }

  async #rest(handed: Promise<void>): Promise<void> {
    this.#state = 'reading';
    try {
      await handed;
      await this.readOn();
    } catch (failure) {
      this.#fail(failure);
    }
  }

  #accept(page: EventPage): void {
    if (!this.#isGoing()) return;
    if (!this.#isOpened) {
      this.#isOpened = true;
      this.#subscriber.onOpened?.(page.lastSeq);
    }
    this.#position = endOf(page);
    this.#handed = page.events.length === 0 ? undefined : this.#subscriber.onEvents(page.events);
    if (!page.isFull) this.#channel.foundEnd(page.lastSeq);
  }

  #hasCaughtUp(): boolean {
    const { tail } = this.#channel;
    return this.#isOpened && tail !== undefined && this.#position >= tail;
  }

  #isGoing(): boolean {
    return this.#state !== 'ended';
  }

  #fail(failure: unknown): void {
    this.#channel.parts.onFailure(failure);
    this.end('failed');
  }
}

/** Those after `seq`; the same list where that is all. */
export function eventsAfter(events: readonly StoredEvent[], seq: number): readonly StoredEvent[] {
  const [first] = events;
  return first === undefined || first.seq > seq ? events : events.filter((one) => one.seq > seq);
}
