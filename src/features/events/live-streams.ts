// Who listens to which session in this process.

import type { StoredEvent, Subscriber, Subscription } from './event-log.ts';
import type { ReadPage } from './event-reader.ts';
import { StreamChannel } from './stream-channel.ts';

interface StreamAddress {
  readonly orgId: string;
  readonly sessionId: string;
}

export interface LiveStreams {
  subscribe(from: StreamAddress & { readonly after: number }, subscriber: Subscriber): Subscription;
  /** Events that this process has just stored, in order. */
  publish(address: StreamAddress, events: readonly StoredEvent[]): void;
  /** Another process has stored events of a session up to `seq`. */
  announce(sessionId: string, seq: number): void;
  /** Announcements may have been missed. */
  reread(): void;
  close(): void;
}

export interface LiveStreamsParts {
  readonly readPage: ReadPage;
  readonly onFailure: (failure: unknown) => void;
}

export function createLiveStreams({ readPage, onFailure }: LiveStreamsParts): LiveStreams {
  // Nearly always one channel a session; a list, since nobody may take the place of a session's own org.
  const channels = new Map<string, readonly StreamChannel[]>();

  const find = ({ orgId, sessionId }: StreamAddress): StreamChannel | undefined =>
    channels.get(sessionId)?.find(({ parts }) => parts.orgId === orgId);

  const open = ({ orgId, sessionId }: StreamAddress): StreamChannel => {
    const channel = new StreamChannel({ orgId, sessionId, readPage, onFailure, onEmpty });
    channels.set(sessionId, [...(channels.get(sessionId) ?? []), channel]);
    return channel;
  };

  function onEmpty(channel: StreamChannel): void {
    const { sessionId } = channel.parts;
    const others = (channels.get(sessionId) ?? []).filter((one) => one !== channel);
    if (others.length === 0) channels.delete(sessionId);
    else channels.set(sessionId, others);
  }

  return {
    subscribe: (from, subscriber) => (find(from) ?? open(from)).join(from.after, subscriber),
    publish: (address, events) => find(address)?.publish(events),
    announce(sessionId, seq) {
      for (const channel of channels.get(sessionId) ?? []) channel.announce(seq);
    },
    reread() {
      for (const channel of [...channels.values()].flat()) void channel.catchUp();
    },
    close() {
      for (const channel of [...channels.values()].flat()) channel.end('closed');
    },
  };
}
