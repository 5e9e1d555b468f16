// Listens: the limits of a connection, and a stop that lets what runs come to its end.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ApiEnv } from './api-env.ts';

export interface HttpServer {
  readonly port: number;
  readonly host: string;
  /** Takes no more connections, waits `graceMs` for open requests, and then cuts them. Again gives the same promise. */
  stop(graceMs: number): Promise<void>;
}

export interface HttpServerParts {
  readonly app: Hono<ApiEnv>;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Of WebSockets; without it every upgrade is refused. */
  readonly onUpgrade?: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

const LIMITS = {
  /** Slow senders must not hold connections for ever. */
  headersTimeout: 15_000,
  /** Of the longest upload; whoever sends nothing is cut off before that (`request-body.ts`, `incoming-file.ts`). */
  requestTimeout: 3_600_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const;

const UNREAD_MS = 2000;

/** Rejects with Node's own error (`EADDRINUSE`, `EACCES`) where it can't listen. */
export async function startHttpServer(parts: HttpServerParts): Promise<HttpServer> {
  const { app, host, onUpgrade } = parts;
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(LIMITS, (incoming, outgoing) => {
    outgoing.once('finish', () => cutUnread(incoming));
    void listener(incoming, outgoing);
  });
  // Not asked for at once: who may not send a file, or too large a one, hears of it before sending it.
  server.on('checkContinue', (incoming, outgoing) => {
    outgoing.shouldKeepAlive = false;
    void listener(incoming, outgoing);
  });
  server.on('upgrade', onUpgrade ?? ((_, socket: Duplex) => socket.destroy()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  let stopping: Promise<void> | undefined;
  return {
    host,
    port: portOf(server.address()),
    stop(graceMs) {
      stopping ??= new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      });
      return stopping;
    },
  };
}

/** What comes of a body after the answer is nobody's. */
function cutUnread(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy();
  }, UNREAD_MS).unref();
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
