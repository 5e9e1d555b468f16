// Puts the event log together: a writer, a reader, those who listen here, and the ear for other processes.

import type { Database } from '#system/database/database.ts';
import { listen, type Listener } from '#system/database/notifications.ts';
import type { EventLog } from './event-log.ts';
import { createEventReader } from './event-reader.ts';
import { removePassingEvents, removeStream } from './event-removal.ts';
import { EventWriter } from './event-writer.ts';
import { createLiveStreams, type LiveStreams } from './live-streams.ts';

export interface EventLogParts {
  readonly database: Pick<Database, 'again' | 'run' | 'connect'>;
  /** Different for every log that is open on the database: a uuid. */
  readonly processId: string;
  /** Told what went wrong in the background: storing, reading, a subscriber. For the log. */
  readonly onFailure: (failure: unknown) => void;
}

const CHANNEL = 'qiao_events';
const PAGE_LIMIT = 1000;
const DEFAULT_PAGE = 200;

/** Opens no connection until something is appended, read or subscribed to. */
export function createEventLog({ database, processId, onFailure }: EventLogParts): EventLog {
  const readPage = createEventReader(database);
  const streams = createLiveStreams({ readPage, onFailure });
  const writer = new EventWriter({
    database,
    processId,
    onFailure,
    onStored: (address, events) => streams.publish(address, events),
  });
  let listener: Listener | undefined;
  const onPayload = (payload: string): void => announceAll(streams, payload, processId);

  return {
    append: (place, event) => writer.append(place, event),
    flush: (sessionId) => writer.flush(sessionId),
    subscribe(from, subscriber) {
      listener ??= listen(database, [CHANNEL], { onPayload, onGap: () => streams.reread() });
      return streams.subscribe(from, subscriber);
    },
    read: (orgId, sessionId, { after, limit = DEFAULT_PAGE }) =>
      readPage({ orgId, sessionId, after, limit: Math.min(limit, PAGE_LIMIT) }),
    removeBefore: (days) => removePassingEvents(database, days),
    removeSession: (orgId, sessionId) => removeStream(database, orgId, sessionId),
    async close() {
      await writer.close();
      streams.close();
      await listener?.close();
    },
  };
}

/** `<writer> <session>:<seq> <session>:<seq> …`, as `platform.append_events` tells it. */
function announceAll(streams: LiveStreams, payload: string, processId: string): void {
  const [writer, ...sessions] = payload.split(' ');
  if (writer === processId) return;
  for (const told of sessions) {
    const colon = told.lastIndexOf(':');
    streams.announce(told.slice(0, colon), Number(told.slice(colon + 1)));
  }
}
