// One WebSocket client: the sessions it follows, what it says, and what it is sent.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { AppError, type ErrorCode } from '#base/app-error.ts';
import type { Language, Text } from '#base/text.ts';
import type { ServerStreamMessage } from '#contract/stream-messages.ts';
import { streamTexts } from '#contract/texts/stream-texts.ts';
import type { StoredEvent, Subscription, SubscriptionEnd } from '#features/events/index.ts';
import { readClientMessage } from './client-message.ts';
import { eventFrame } from './event-frames.ts';
import {
  BEATS_A_PING,
  type OpenStream,
  type StreamCaller,
  type StreamServerParts,
} from './stream-parts.ts';

export interface SocketConnectionParts<Caller extends StreamCaller> {
  readonly server: StreamServerParts<Caller>;
  readonly caller: Caller;
  readonly request: IncomingMessage;
  readonly webSocket: WebSocket;
  /** What `webSocket` writes to. */
  readonly stream: Duplex;
}

const SUBSCRIPTIONS = 100;
/** Messages of a client that wait for their answers; more is a flood. */
const MESSAGES_WAITING = 256;
/** Bytes on their way to a client above which its subscriptions pause, and above which it is cut off to resume later. */
const PAUSE_BYTES = 1024 * 1024;
const CUT_BYTES = 16 * 1024 * 1024;

/** What a client must take between two pings not to be given up, and for how many of them that counts. */
const SIGN_OF_LIFE_BYTES = 1024;
const SLOW_PINGS = 4;

/** Close codes of our own start at 4000; 4401 says that coming back is no use without signing in. */
const CLOSE = { restarting: 1012, policy: 1008, signInEnded: 4401 } as const;

export class SocketConnection<Caller extends StreamCaller> implements OpenStream {
  readonly #parts: SocketConnectionParts<Caller>;
  readonly #language: Language;
  readonly #subscriptions = new Map<string, Subscription>();
  #answering: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** Pings since the client last said anything. */
  #unanswered = 0;
  /** Bytes that its machine had taken at the last ping. */
  #taken = 0;
  #isCorked = false;

  constructor(parts: SocketConnectionParts<Caller>) {
    const { server, request, webSocket } = parts;
    this.#parts = parts;
    this.#language = server.languageOf(request.headers);
    // What the client did wrong (a frame too large, say) closes the connection, with its code.
    webSocket.on('error', () => undefined);
    webSocket.on('pong', () => (this.#unanswered = 0));
    webSocket.on('message', (data, isBinary) => {
      this.#unanswered = 0;
      this.#receive(isBinary || !Buffer.isBuffer(data) ? undefined : data.toString());
    });
    webSocket.on('close', () => this.#endAll());
  }

  onBeat(count: number): void {
    if (count % BEATS_A_PING !== 0) return;
    const { webSocket, stream } = this.#parts;
    const taken = bytesTaken(stream);
    // A ping may stand behind much else: for a while, taking that is a sign of life too.
    const isSlow = taken - this.#taken >= SIGN_OF_LIFE_BYTES && this.#unanswered < SLOW_PINGS;
    if (this.#unanswered > 0 && !isSlow) {
      webSocket.terminate();
      return;
    }
    this.#taken = taken;
    this.#unanswered += 1;
    webSocket.ping();
  }

  async recheck(): Promise<void> {
    const { server, caller, request, webSocket } = this.#parts;
    const now = await server.authenticate(request);
    if (now?.personId !== caller.personId || now.orgId !== caller.orgId) {
      this.#sendError('not-signed-in', streamTexts.signInEnded());
      webSocket.close(CLOSE.signInEnded, 'sign-in ended');
      this.#endAll();
      return;
    }
    for (const session of this.#subscriptions.keys()) {
      if (await server.mayRead(now, session)) continue;
      this.#unsubscribe(session);
      this.#sendError('not-found', streamTexts.noSession(), session);
    }
  }

  close(): void {
    this.#endAll();
    this.#parts.webSocket.close(CLOSE.restarting, 'stopping');
  }

  /** One after the other, as they came. */
  #receive(text: string | undefined): void {
    const { webSocket, server } = this.#parts;
    this.#waiting += 1;
    if (this.#waiting > MESSAGES_WAITING) {
      webSocket.close(CLOSE.policy, 'too many messages at once');
      this.#endAll();
      return;
    }
    this.#answering = this.#answering
      .then(() => this.#answer(text))
      .catch((failure: unknown) => server.onFailure(failure))
      .finally(() => (this.#waiting -= 1));
  }

  async #answer(text: string | undefined): Promise<void> {
    if (!this.#isOpen()) return;
    const read = readClientMessage(text);
    if (read.status === 'malformed') {
      this.#sendError('request-invalid', read.fault);
      return;
    }
    const { message } = read;
    switch (message.type) {
      case 'ping':
        this.#send({ type: 'pong' });
        return;
      case 'unsubscribe':
        this.#unsubscribe(message.session);
        this.#send({ type: 'unsubscribed', session: message.session });
        return;
      case 'subscribe':
        await this.#subscribe(message.session, message.after);
    }
  }

  async #subscribe(session: string, after: number): Promise<void> {
    const { server, caller } = this.#parts;
    this.#unsubscribe(session);
    if (this.#subscriptions.size >= SUBSCRIPTIONS) {
      this.#sendError('limit-reached', streamTexts.tooManySubscriptions(SUBSCRIPTIONS), session);
      return;
    }
    try {
      if (!(await server.mayRead(caller, session))) {
        this.#sendError('not-found', streamTexts.noSession(), session);
        return;
      }
    } catch (failure) {
      server.onFailure(failure);
      const { code } = AppError.from(failure);
      this.#sendError(code, streamTexts.interrupted(), session);
      return;
    }
    if (this.#isOpen()) this.#follow(session, after);
  }

  #follow(session: string, after: number): void {
    const { server, caller } = this.#parts;
    const subscription = server.events.subscribe(
      { orgId: caller.orgId, sessionId: session, after },
      {
        onOpened: (seq) => this.#send({ type: 'subscribed', session, seq }),
        onEvents: (events) => this.#sendEvents(session, events),
        onEnded: (reason) => this.#ended(session, reason),
      },
    );
    this.#subscriptions.set(session, subscription);
  }

  #unsubscribe(session: string): void {
    this.#subscriptions.get(session)?.end();
    this.#subscriptions.delete(session);
  }

  #ended(session: string, reason: SubscriptionEnd): void {
    this.#subscriptions.delete(session);
    if (reason === 'closed') this.close();
    else this.#sendError('database-unavailable', streamTexts.interrupted(), session);
  }

  #sendEvents(session: string, events: readonly StoredEvent[]): Promise<void> | undefined {
    if (!this.#isOpen()) return undefined;
    const { webSocket } = this.#parts;
    this.#cork();
    const last = events.length - 1;
    for (const [at, event] of events.entries()) {
      const frame = eventFrame(session, event);
      if (at === last && webSocket.bufferedAmount > PAUSE_BYTES) return this.#sendAndWait(frame);
      webSocket.send(frame, { binary: false });
    }
    return undefined;
  }

  /** Settles when the client has taken everything up to this frame, or is gone. */
  #sendAndWait(frame: Buffer): Promise<void> | undefined {
    const { webSocket } = this.#parts;
    if (webSocket.bufferedAmount > CUT_BYTES) {
      webSocket.terminate();
      return undefined;
    }
    return new Promise((resolve) => webSocket.send(frame, { binary: false }, () => resolve()));
  }

  /** Whatever is sent until this tick ends goes out in one write. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#parts.stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#parts.stream.uncork();
    });
  }

  #send(message: ServerStreamMessage): void {
    if (this.#isOpen()) this.#parts.webSocket.send(JSON.stringify(message));
  }

  #sendError(code: ErrorCode, text: Text, session?: string): void {
    const about = session === undefined ? {} : { session };
    this.#send({ type: 'error', ...about, code, message: text[this.#language] });
  }

  #isOpen(): boolean {
    const { webSocket } = this.#parts;
    return webSocket.readyState === webSocket.OPEN;
  }

  #endAll(): void {
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
  }
}

function bytesTaken(stream: Duplex): number {
  const written = 'bytesWritten' in stream ? Number(stream.bytesWritten) : 0;
  return written - stream.writableLength;
}
