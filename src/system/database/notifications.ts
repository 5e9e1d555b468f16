// LISTEN over a connection of its own, which comes back by itself when it is lost.

import type { Client } from 'pg';
import type { Database } from './database.ts';

export interface NotificationHandlers {
  readonly onPayload: (payload: string, channel: string) => void;
  /**
   * Listening began, at first and after every lost connection: what was notified until now may have been missed, so
   * read again.
   */
  readonly onGap: () => void;
}

export interface Listener {
  close(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
/** A connection that died silently is noticed by this question. */
const PROBE_EVERY_MS = 30_000;
const PROBE_LIMIT_MS = 10_000;

/** Begins at once, in the background, and never gives up until it is closed. */
export function listen(
  database: Pick<Database, 'connect'>,
  channels: readonly string[],
  handlers: NotificationHandlers,
): Listener {
  const closing = new AbortController();
  const done = keepListening(database, { channels, handlers, signal: closing.signal });
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

interface Listening {
  readonly channels: readonly string[];
  readonly handlers: NotificationHandlers;
  readonly signal: AbortSignal;
}

async function keepListening(
  database: Pick<Database, 'connect'>,
  listening: Listening,
): Promise<void> {
  const { signal } = listening;
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const client = await connectUnlessClosed(database, signal);
    if (client !== undefined) {
      const hasListened = await listenUntilLost(client, listening);
      if (hasListened) waitMs = FIRST_WAIT_MS;
    }
    // Not all processes at the same moment, when the server comes back.
    await pause(waitMs * (0.5 + Math.random()), signal);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** Undefined where it failed, or the listener was closed first: a connection may take minutes to fail. */
async function connectUnlessClosed(
  database: Pick<Database, 'connect'>,
  signal: AbortSignal,
): Promise<Client | undefined> {
  const connecting = database.connect().catch(() => undefined);
  const closed = Promise.withResolvers<undefined>();
  const onAbort = (): void => {
    closed.resolve(undefined);
    void connecting.then((late) => late?.end());
  };
  signal.addEventListener('abort', onAbort);
  const client = await Promise.race([connecting, closed.promise]);
  signal.removeEventListener('abort', onAbort);
  return client;
}

/** Resolves when the connection is over; true where it listened at all. */
async function listenUntilLost(client: Client, listening: Listening): Promise<boolean> {
  const { channels, handlers, signal } = listening;
  const over = Promise.withResolvers<void>();
  client.once('error', () => over.resolve());
  client.once('end', () => over.resolve());
  const onAbort = (): void => over.resolve();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  client.on('notification', ({ channel, payload = '' }) => {
    if (!signal.aborted) handlers.onPayload(payload, channel);
  });
  let probe: NodeJS.Timeout | undefined;
  try {
    for (const channel of channels)
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    if (!signal.aborted) handlers.onGap();
    probe = setInterval(() => void probeOnce(client), PROBE_EVERY_MS);
    await over.promise;
    return true;
  } catch {
    return false;
  } finally {
    clearInterval(probe);
    signal.removeEventListener('abort', onAbort);
    await endClient(client);
  }
}

async function probeOnce(client: Client): Promise<void> {
  const question = { text: 'select 1', query_timeout: PROBE_LIMIT_MS };
  await client.query(question).catch((error: Error) => client.emit('error', error));
}

/** A dead connection doesn't answer a farewell either, so nobody waits long for it. */
async function endClient(client: Client): Promise<void> {
  const gone = new AbortController();
  const farewell = client.end().catch(() => undefined);
  await Promise.race([farewell.finally(() => gone.abort()), pause(1000, gone.signal)]);
}

function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const timer = setTimeout(done, waitMs);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
    return undefined;
  });
}
