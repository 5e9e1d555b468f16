// A session that somebody in this process listens to: how far its stream went, and who follows it.

import type { StoredEvent, Subscriber } from './event-log.ts';
import { endOf, type ReadPage } from './event-reader.ts';
import { eventsAfter, StreamMember, type MemberChannel } from './stream-member.ts';

export interface StreamChannelParts {
  readonly orgId: string;
  readonly sessionId: string;
  readonly readPage: ReadPage;
  /** A read or a subscriber failed; the subscriptions that it concerned were ended. */
  readonly onFailure: (failure: unknown) => void;
  /** Nobody follows any more. */
  readonly onEmpty: (channel: StreamChannel) => void;
}

export class StreamChannel implements MemberChannel {
  readonly parts: StreamChannelParts;
  readonly #members = new Set<StreamMember>();
  /** What is stored up to here went to all who follow live; undefined until it is known where the stream ends. */
  #tail: number | undefined;
  /** More may be stored than `#tail` says. */
  #isStale = false;
  #isReading = false;

  constructor(parts: StreamChannelParts) {
    this.parts = parts;
  }

  get tail(): number | undefined {
    return this.#tail;
  }

  join(after: number, subscriber: Subscriber): StreamMember {
    const member = new StreamMember(this, subscriber, after);
    this.#members.add(member);
    void member.readOn();
    return member;
  }

  leave(member: StreamMember): void {
    if (this.#members.delete(member) && this.#members.size === 0) this.parts.onEmpty(this);
  }

  /** A reader has found the stream's end. */
  foundEnd(lastSeq: number): void {
    if (this.#tail !== undefined) return;
    this.#tail = lastSeq;
    if (this.#isStale) void this.catchUp();
  }

  /** Events that this process has just stored. */
  publish(events: readonly StoredEvent[]): void {
    const first = events[0]?.seq ?? 0;
    if (this.#tail !== undefined && first <= this.#tail + 1) this.#deliver(events);
    else void this.catchUp();
  }

  /** Another process has stored events up to `seq`. */
  announce(seq: number): void {
    if (this.#tail === undefined || seq > this.#tail) void this.catchUp();
  }

  /** Reads what is stored beyond the tail, and gives it to those who follow live. */
  async catchUp(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading || this.#tail === undefined) return;
    this.#isReading = true;
    try {
      await this.#readToEnd(this.#tail);
    } catch (failure) {
      this.parts.onFailure(failure);
      this.end('failed');
    }
    this.#isReading = false;
  }

  end(reason: 'closed' | 'failed'): void {
    for (const member of this.#members) member.end(reason);
  }

  async #readToEnd(from: number): Promise<void> {
    let tail = from;
    while (this.#isStale && this.#members.size > 0) {
      this.#isStale = false;
      const page = await this.parts.readPage({ ...this.parts, after: tail });
      this.#deliver(page.events);
      // It may have gone on meanwhile.
      tail = Math.max(this.#tail ?? 0, endOf(page));
      this.#tail = tail;
      if (page.isFull) this.#isStale = true;
    }
  }

  /** Events that follow the tail without a gap; some may be known already. */
  #deliver(events: readonly StoredEvent[]): void {
    const fresh = eventsAfter(events, this.#tail ?? 0);
    const last = fresh.at(-1);
    if (last === undefined) return;
    this.#tail = last.seq;
    for (const member of this.#members) member.take(fresh);
  }
}
