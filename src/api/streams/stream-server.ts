// Delivers sessions' events to clients, over `/ws` and as server-sent events; knows nothing of the HTTP application.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { AppError, type ErrorCode } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { streamTexts } from '#contract/texts/stream-texts.ts';
import { createBeat } from './beat.ts';
import { refuseUpgrade, type Refusal } from './refuse-upgrade.ts';
import { SocketConnection } from './socket-connection.ts';
import { SseStream, type SseRequest } from './sse-stream.ts';
import type { OpenStream, StreamCaller, StreamServerParts } from './stream-parts.ts';

export interface StreamServer<Caller extends StreamCaller> {
  /** For the HTTP server's `upgrade`: takes `/ws`, and answers whatever else with a refusal. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * The body of `GET /api/sessions/:id/events`, to be sent with `SSE_HEADERS`. Rejects with `not-found` where the caller
   * may not read the session (ORG-01), with `database-unavailable` while the server stops.
   */
  sseStream(request: SseRequest<Caller>): Promise<ReadableStream<Uint8Array>>;
  /** Clients that are connected just now, for the metrics. */
  openStreams(): number;
  /** Ends every stream, and waits a moment for the clients to take leave. */
  close(): Promise<void>;
}

const PATH = '/ws';
const LARGEST_MESSAGE = 64 * 1024;
const LEAVE_MS = 1000;

export function createStreamServer<Caller extends StreamCaller>(
  parts: StreamServerParts<Caller>,
): StreamServer<Caller> {
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    perMessageDeflate: false,
  });
  const open = new Set<OpenStream>();
  const beat = createBeat(open, parts);
  let isClosed = false;

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const admitted = isClosed ? stopping() : await admit(parts, request);
    if ('status' in admitted || isClosed) {
      refuse(request, socket, 'status' in admitted ? admitted : stopping());
      return;
    }
    const { caller } = admitted;
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const client = { request, webSocket, stream: socket };
      const connection = new SocketConnection({ server: parts, caller, ...client });
      open.add(connection);
      webSocket.on('close', () => open.delete(connection));
    });
  }

  function refuse(request: IncomingMessage, socket: Duplex, refused: RefusedUpgrade): void {
    const { text, ...refusal } = refused;
    refuseUpgrade(socket, { ...refusal, message: text[parts.languageOf(request.headers)] });
  }

  return {
    handleUpgrade(request, socket, head) {
      // Until the WebSocket has it: a client that goes away is no failure.
      socket.on('error', () => socket.destroy());
      upgrade(request, socket, head).catch((failure: unknown) => {
        parts.onFailure(failure);
        refuse(request, socket, refusedBecause('database-unavailable', streamTexts.unavailable()));
      });
    },
    async sseStream(request) {
      if (isClosed) throw new AppError('database-unavailable', streamTexts.stopping());
      if (!(await parts.mayRead(request.caller, request.sessionId))) {
        throw new AppError('not-found', streamTexts.noSession());
      }
      const stream = new SseStream(parts, request, (gone) => open.delete(gone));
      if (stream.isOpen) open.add(stream);
      if (isClosed) stream.close();
      return stream.bytes;
    },
    openStreams: () => open.size,
    async close() {
      isClosed = true;
      beat.stop();
      for (const stream of open) stream.close();
      await leave(webSockets);
    },
  };
}

type RefusedUpgrade = Omit<Refusal, 'message'> & { readonly text: Text };

async function admit<Caller extends StreamCaller>(
  parts: StreamServerParts<Caller>,
  request: IncomingMessage,
): Promise<{ readonly caller: Caller } | RefusedUpgrade> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (path !== PATH) return refusedBecause('not-found', streamTexts.noSuchPlace(path));
  if (!parts.isAllowedOrigin(request)) {
    return refusedBecause('origin-refused', streamTexts.originRefused());
  }
  const caller = await parts.authenticate(request);
  return caller === undefined
    ? refusedBecause('not-signed-in', streamTexts.notSignedIn())
    : { caller };
}

const STATUS = {
  'not-found': 404,
  'origin-refused': 403,
  'not-signed-in': 401,
  'database-unavailable': 503,
} as const satisfies Partial<Record<ErrorCode, Refusal['status']>>;

function refusedBecause(code: keyof typeof STATUS, text: Text): RefusedUpgrade {
  return { status: STATUS[code], code, text };
}

function stopping(): RefusedUpgrade {
  return refusedBecause('database-unavailable', streamTexts.stopping());
}

/** Who does not answer the farewell is cut off. */
async function leave(webSockets: WebSocketServer): Promise<void> {
  const left = [...webSockets.clients].map(
    (webSocket) => new Promise<void>((resolve) => webSocket.once('close', () => resolve())),
  );
  const timer = setTimeout(() => {
    for (const webSocket of webSockets.clients) webSocket.terminate();
  }, LEAVE_MS);
  await Promise.all(left);
  clearTimeout(timer);
  webSockets.close();
}
