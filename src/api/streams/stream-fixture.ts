// For the tests of delivery: a real HTTP server around the stream server, and clients over real sockets.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocket, type ClientOptions } from 'ws';
import { AppError } from '#base/app-error.ts';
import { serverStreamMessageSchema, type ServerStreamMessage } from '#contract/stream-messages.ts';
import { createEventLog, type EventLog } from '#features/events/index.ts';
import { openDatabase, type DatabaseAddress } from '#system/database/database.ts';
import { resumePoint } from './resume-point.ts';
import { SSE_HEADERS } from './sse-stream.ts';
import type { StreamCaller } from './stream-parts.ts';
import { createStreamServer, type StreamServer } from './stream-server.ts';

export interface StreamFixture {
  readonly events: EventLog;
  readonly streams: StreamServer<StreamCaller>;
  readonly port: number;
  /** The server's ends of the WebSocket connections, in their order. */
  readonly sockets: readonly Duplex[];
  readonly failures: unknown[];
  /** Token → who that is; taking one away revokes it. */
  readonly people: Map<string, StreamCaller>;
  /** Session → org. */
  readonly sessions: Map<string, string>;
  connect(token: string, options?: ClientOptions): Promise<SocketClient>;
  close(): Promise<void>;
}

export async function startStreams(
  address: DatabaseAddress,
  options: { readonly beatMs?: number } = {},
): Promise<StreamFixture> {
  const database = openDatabase(address, { poolSize: 4 });
  const failures: unknown[] = [];
  const onFailure = (failure: unknown): void => void failures.push(failure);
  const events = createEventLog({ database, processId: randomUUID(), onFailure });
  const people = new Map<string, StreamCaller>();
  const sessions = new Map<string, string>();
  const callerOf: CallerOf = ({ headers }) => people.get(headers.authorization ?? '');
  const streams = createStreamServer<StreamCaller>({
    events,
    authenticate: async (request) => callerOf(request),
    mayRead: async ({ orgId }, sessionId) => sessions.get(sessionId) === orgId,
    isAllowedOrigin: ({ headers: { origin = 'http://localhost', host = '' } }) =>
      origin === 'http://localhost' && host.startsWith('127.0.0.1'),
    languageOf: () => 'en',
    onFailure,
    ...options,
  });
  const server = createServer((request, response) =>
    answer(streams, callerOf, [request, response]),
  );
  const sockets: Duplex[] = [];
  server.on('upgrade', (request, socket, head) => {
    sockets.push(socket);
    streams.handleUpgrade(request, socket, head);
  });
  const port = await listening(server);
  const clients: SocketClient[] = [];
  return {
    events,
    streams,
    port,
    sockets,
    failures,
    people,
    sessions,
    async connect(token, clientOptions = {}) {
      const client = new SocketClient(port, token, clientOptions);
      clients.push(client);
      await client.opened;
      return client;
    },
    async close() {
      await streams.close();
      await events.close();
      for (const client of clients) client.socket.terminate();
      server.closeAllConnections();
      server.close();
      await database.close();
    },
  };
}

type CallerOf = (request: IncomingMessage) => StreamCaller | undefined;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** `GET /api/sessions/:id/events`, as the API answers it. */
function answer(
  streams: StreamServer<StreamCaller>,
  callerOf: CallerOf,
  [request, response]: readonly [IncomingMessage, ServerResponse],
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const work = async (): Promise<void> => {
    const bytes = await streams.sseStream({
      caller: callerOf(request) ?? { orgId: '', personId: '' },
      sessionId: pathname.split('/')[3] ?? '',
      after: resumePoint({
        after: searchParams.get('after') ?? undefined,
        lastEventId: request.headersDistinct['last-event-id']?.[0],
      }),
      signal: gone.signal,
      isSignedIn: async () => callerOf(request) !== undefined,
    });
    response.writeHead(200, SSE_HEADERS);
    await pipeline(bytes, response);
  };
  work().catch((failure: unknown) => {
    if (response.headersSent) response.destroy();
    else {
      const { code } = AppError.from(failure);
      response.writeHead(code === 'not-found' ? 404 : 400).end(code);
    }
  });
}

/** A client that keeps every message, checked by the contract. */
class SocketClient {
  readonly socket: WebSocket;
  readonly messages: ServerStreamMessage[] = [];
  readonly opened: Promise<unknown>;
  readonly closed: Promise<number>;
  #checks: (() => void)[] = [];

  constructor(port: number, token: string, options: ClientOptions) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
      ...options,
      headers: { authorization: token, ...options.headers },
    });
    this.opened = once(this.socket, 'open');
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    this.socket.on('error', () => undefined);
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(serverStreamMessageSchema.parse(JSON.parse(data.toString())));
      for (const check of this.#checks) check();
    });
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The first message of a type (about a session), also one that came before. */
  async message(type: ServerStreamMessage['type'], session?: string): Promise<ServerStreamMessage> {
    const find = (): ServerStreamMessage | undefined =>
      this.messages.find(
        (one) =>
          one.type === type &&
          (session === undefined || ('session' in one && one.session === session)),
      );
    await this.until(() => find() !== undefined);
    const found = find();
    if (found === undefined) throw new TypeError('unreachable');
    return found;
  }

  seqs(session: string): readonly number[] {
    return this.messages.flatMap((one) =>
      one.type === 'event' && one.session === session ? [one.seq] : [],
    );
  }

  until(isThere: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (isThere()) resolve();
      };
      this.#checks.push(check);
      check();
    });
  }
}
