// The only way out of a sandbox: an HTTP proxy of one process, which knows where that process may connect to.

import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '#base/app-error.ts';
import { sandboxTexts } from '#contract/texts/sandbox-texts.ts';
import type { AllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { checkTarget, hostOf, type ResolveHost, type Target } from '#system/fetch/check-target.ts';
import type { SandboxNetwork } from '../sandbox.ts';
import { allowsName } from './allowed-names.ts';
import { createDialer, type Dialer } from './dialer.ts';

export interface EgressRules {
  /** `QIAO_ALLOW_HOSTS`: what may be reached although it is inside, where the skill's own declaration allows it too. */
  readonly allowed: AllowedHosts;
  readonly resolveHost: ResolveHost;
}

export interface EgressPlace extends EgressRules {
  readonly network: SandboxNetwork;
  /** A path for a UNIX socket; without one a port of the loopback is listened on. */
  readonly socket?: string;
  /** What a client has to give as its proxy's password, where other programs can reach the port too. */
  readonly token?: string;
}

export interface EgressProxy {
  /** 0 where it listens on a socket. */
  readonly port: number;
  /** `host:port` of what was refused, each once, at most 100. */
  denied(): readonly string[];
  close(): Promise<void>;
}

const MOST_DENIED = 100;
const MOST_CONNECTIONS = 256;
const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

export async function openEgress(place: EgressPlace): Promise<EgressProxy> {
  const denied = new Set<string>();
  const sockets = new Set<Duplex>();
  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const check = (url: URL | null, asked: string): Promise<Target> =>
    checkEgress(place, url, (name) => {
      if (denied.size < MOST_DENIED) denied.add(name === '' ? asked.slice(0, 200) : name);
    });
  const passing = { place, check, keep, dialer: createDialer(MOST_CONNECTIONS) };
  const server = createServer((request, response) => {
    forward(request, response, passing).catch((error: unknown) => answerRefusal(response, error));
  });
  server.maxConnections = MOST_CONNECTIONS;
  // Else one connection could ask for thousands without waiting for an answer.
  server.maxRequestsPerSocket = 1;
  server.on('connection', keep);
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    keep(client);
    tunnel(request, client, { ...passing, head }).catch((error: unknown) => {
      const { status, reason, body } = refusalOf(error);
      client.end(
        `HTTP/1.1 ${status} ${reason}\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n\r\n${body}\n`,
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const listening = () => resolve();
    if (place.socket === undefined) server.listen(0, '127.0.0.1', listening);
    else server.listen({ path: place.socket, writableAll: true, readableAll: true }, listening);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    denied: () => [...denied],
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** On a UNIX socket; undefined where the process has no network. */
export async function openEgressSocket(
  network: SandboxNetwork,
  rules: EgressRules,
  socket: string,
): Promise<(EgressProxy & { readonly socket: string }) | undefined> {
  if (network.kind === 'none') return undefined;
  return { ...(await openEgress({ ...rules, network, socket })), socket };
}

interface Passing {
  readonly place: EgressPlace;
  readonly check: (url: URL | null, asked: string) => Promise<Target>;
  readonly keep: <S extends Duplex>(socket: S) => S;
  readonly dialer: Dialer;
}

async function checkEgress(
  { network, allowed, resolveHost }: EgressPlace,
  url: URL | null,
  deny: (name: string) => void,
): Promise<Target> {
  const host = url === null ? '' : hostOf(url);
  const port = url === null ? 0 : portOf(url);
  const name = url === null ? '' : `${host}:${port}`;
  try {
    if (url === null || !allowsName(network, host, port)) throw notDeclared(name);
    return await checkTarget(url, { allowed, resolveHost });
  } catch (error) {
    const isRefused = error instanceof AppError && error.code !== 'server-unreachable';
    if (isRefused) deny(name);
    throw error;
  }
}

function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

function notDeclared(name: string): AppError {
  return new AppError('not-allowed', sandboxTexts.notDeclared(name));
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { place, check, keep, dialer }: Passing,
): Promise<void> {
  refuseStranger(request, place);
  const asked = request.url ?? '';
  const url = URL.parse(asked);
  const { target, socket } = await dialer.dial(request.socket, () =>
    check(url?.protocol === 'http:' ? url : null, asked),
  );
  keep(socket);
  try {
    const onward = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: `${target.url.pathname}${target.url.search}`,
      headers: onwardHeaders(request, target),
      setHost: false,
    });
    onward.on('response', (answer) => handOver(answer, response));
    onward.on('error', (error) => answerRefusal(response, error));
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function onwardHeaders({ headers }: IncomingMessage, { url }: Target): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name));
  // Else a body without a length would follow some methods without an end.
  const isChunked = headers['transfer-encoding'] !== undefined;
  return {
    ...Object.fromEntries(kept),
    ...(isChunked && { 'transfer-encoding': 'chunked' }),
    host: url.host,
    connection: 'close',
  };
}

/** A service may answer what no server of ours may say, a status of 099 for one. */
function handOver(answer: IncomingMessage, response: ServerResponse): void {
  const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.has(name));
  try {
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
  } catch (error) {
    answer.destroy();
    answerRefusal(response, error);
    return;
  }
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

async function tunnel(
  request: IncomingMessage,
  client: Duplex,
  { head, place, check, keep, dialer }: Passing & { readonly head: Buffer },
): Promise<void> {
  refuseStranger(request, place);
  const asked = request.url ?? '';
  const { socket } = await dialer.dial(client, () => check(URL.parse(`https://${asked}`), asked));
  const onward = keep(socket);
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  if (head.length > 0) onward.write(head);
  onward.pipe(client);
  client.pipe(onward);
  onward.on('close', () => client.destroy());
  client.on('close', () => onward.destroy());
}

function refuseStranger(request: IncomingMessage, { token }: EgressPlace): void {
  if (token === undefined) return;
  const expected = `Basic ${Buffer.from(`qiao:${token}`).toString('base64')}`;
  if (request.headers['proxy-authorization'] === expected) return;
  throw new AppError('not-allowed', sandboxTexts.proxyOfAnother());
}

function answerRefusal(response: ServerResponse, error: unknown): void {
  const { status, reason, body } = refusalOf(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, reason, {
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  });
  response.end(`${body}\n`);
}

function refusalOf(error: unknown): { status: number; reason: string; body: string } {
  const isRefused = error instanceof AppError && error.code !== 'server-unreachable';
  const body = error instanceof Error ? error.message : 'unreachable';
  const reason = isRefused ? 'Forbidden by Qiao' : 'Bad Gateway';
  return { status: isRefused ? 403 : 502, reason, body };
}
