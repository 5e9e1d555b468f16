// Follows a session's events over HTTP, and comes back where it left off.

import { AppError } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import { isErrorCode } from '#contract/api/error-body.ts';
import { serverStreamMessageSchema, type ServerStreamMessage } from '#contract/stream-messages.ts';
import { readServerSentEvents } from './server-sent-events.ts';

export type FollowedEvent = Extract<ServerStreamMessage, { type: 'event' }>;

export interface FollowOptions {
  /** The last `seq` that was seen; 0: from the start. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** For a banner, say: whether events come just now. */
  readonly onState?: (state: 'open' | 'waiting') => void;
  /** Milliseconds before the first return; each failure doubles them. 500 where it is absent. */
  readonly retryMs?: number;
}

const LONGEST_RETRY_MS = 10_000;
/** The server says something every 15 s: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;

interface Following {
  /** The last one that was given on. */
  seq: number;
  /** Before the next return. */
  waitMs: number;
}

type Open = (after: number, signal: AbortSignal) => Promise<Response>;

// `open` asks for the events after a `seq`; its failure tells whether there is a point in asking again.
export async function* followEvents(
  options: FollowOptions,
  open: Open,
): AsyncGenerator<FollowedEvent, void> {
  const { signal, onState, retryMs = 500 } = options;
  const following: Following = { seq: options.after, waitMs: retryMs };
  while (!signal.aborted) {
    try {
      yield* eventsOf(following, options, open);
    } catch (thrown) {
      if (!signal.aborted && !isPassing(thrown)) throw thrown;
    }
    if (signal.aborted) return;
    onState?.('waiting');
    await pause(following.waitMs, signal);
    following.waitMs = Math.min(following.waitMs * 2, LONGEST_RETRY_MS);
  }
}

async function* eventsOf(
  following: Following,
  { signal, onState, retryMs = 500 }: FollowOptions,
  open: Open,
): AsyncGenerator<FollowedEvent, void> {
  const silence = new AbortController();
  const heard = startTimer(() => silence.abort(), SILENCE_MS);
  try {
    const response = await open(following.seq, AbortSignal.any([signal, silence.signal]));
    if (response.body === null) return;
    onState?.('open');
    for await (const data of readServerSentEvents(response.body, heard.restart)) {
      // What this client does not know is a newer server's.
      const message = serverStreamMessageSchema.safeParse(JSON.parse(data)).data;
      if (message?.type === 'error') throw refusal(message);
      if (message?.type !== 'event' || message.seq <= following.seq) continue;
      following.seq = message.seq;
      following.waitMs = retryMs;
      yield message;
    }
  } finally {
    heard.stop();
    // Where the reader leaves: the connection goes too.
    silence.abort();
  }
}

/** Lost connections and servers that restart pass; what the server refuses does not. */
function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof AppError)) return !(thrown instanceof SyntaxError);
  const { status } = thrown.details;
  return (
    thrown.code === 'server-unreachable' ||
    thrown.code === 'too-many-requests' ||
    (typeof status === 'number' && status >= 500)
  );
}

function refusal({ code, message }: Extract<ServerStreamMessage, { type: 'error' }>): AppError {
  return new AppError(isErrorCode(code) ? code : 'unexpected', sameText(message));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}

function startTimer(onEnd: () => void, ms: number): { restart: () => void; stop: () => void } {
  let timer = setTimeout(onEnd, ms);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(onEnd, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
