// One client of a session's server-sent events: bytes that stop when the client doesn't read.

import type { StoredEvent, Subscription } from '#features/events/index.ts';
import { sseBlock } from './event-frames.ts';
import type { OpenStream, StreamCaller, StreamServerParts } from './stream-parts.ts';

export interface SseRequest<Caller extends StreamCaller> {
  readonly caller: Caller;
  readonly sessionId: string;
  /** `resumePoint` reads it from the request. */
  readonly after: number;
  /** The request's: the client is gone. */
  readonly signal: AbortSignal;
  /** Whether the caller's cookie or token still holds; asked every minute. */
  readonly isSignedIn: () => Promise<boolean>;
}

/** What goes with it. */
export const SSE_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Proxies of the nginx kind would gather events otherwise.
  'X-Accel-Buffering': 'no',
} as const;

const BUFFER_BYTES = 64 * 1024;
const START = Buffer.from('retry: 2000\n\n');
const HEARTBEAT = Buffer.from(':\n\n');
/** Beats (two minutes) after which a client that takes nothing is given up. */
const STUCK_BEATS = 8;

export class SseStream<Caller extends StreamCaller> implements OpenStream {
  readonly bytes: ReadableStream<Uint8Array>;
  readonly #server: StreamServerParts<Caller>;
  readonly #request: SseRequest<Caller>;
  readonly #onGone: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #subscription: Subscription | undefined;
  /** Settles when the client has taken what was sent. */
  #paused: PromiseWithResolvers<void> | undefined;
  #stuckBeats = 0;

  constructor(
    server: StreamServerParts<Caller>,
    request: SseRequest<Caller>,
    onGone: (stream: SseStream<Caller>) => void,
  ) {
    this.#server = server;
    this.#request = request;
    this.#onGone = () => onGone(this);
    this.bytes = new ReadableStream<Uint8Array>(
      {
        start: (controller) => this.#start(controller),
        pull: () => this.#resume(),
        cancel: () => this.#end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    );
  }

  get isOpen(): boolean {
    return this.#controller !== undefined;
  }

  onBeat(): void {
    if (this.#paused === undefined) this.#controller?.enqueue(HEARTBEAT);
    this.#stuckBeats = this.#paused === undefined ? 0 : this.#stuckBeats + 1;
    if (this.#stuckBeats >= STUCK_BEATS) this.close();
  }

  async recheck(): Promise<void> {
    const { caller, sessionId, isSignedIn } = this.#request;
    const mayGoOn = (await isSignedIn()) && (await this.#server.mayRead(caller, sessionId));
    // Who comes back is told by the answer to that request.
    if (!mayGoOn) this.close();
  }

  close(): void {
    const controller = this.#controller;
    this.#end();
    controller?.close();
  }

  #start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { caller, sessionId, after, signal } = this.#request;
    this.#controller = controller;
    controller.enqueue(START);
    signal.addEventListener('abort', this.#onAbort);
    if (signal.aborted) {
      this.close();
      return;
    }
    this.#subscription = this.#server.events.subscribe(
      { orgId: caller.orgId, sessionId, after },
      { onEvents: (events) => this.#send(events), onEnded: () => this.close() },
    );
  }

  readonly #onAbort = (): void => this.close();

  #send(events: readonly StoredEvent[]): Promise<void> | undefined {
    const { sessionId } = this.#request;
    this.#controller?.enqueue(sseBlock(sessionId, events));
    if ((this.#controller?.desiredSize ?? 1) > 0) return undefined;
    this.#paused ??= Promise.withResolvers();
    return this.#paused.promise;
  }

  #resume(): void {
    this.#paused?.resolve();
    this.#paused = undefined;
  }

  #end(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    this.#request.signal.removeEventListener('abort', this.#onAbort);
    this.#subscription?.end();
    this.#resume();
    this.#onGone();
  }
}
