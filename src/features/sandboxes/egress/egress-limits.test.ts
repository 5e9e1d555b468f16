import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAllowedHosts } from '#system/fetch/allowed-hosts.ts';
import { openEgress, type EgressProxy } from './egress-proxy.ts';

/** A service that answers what it is told to, and never ends a connection. */
let service: Server;
let port = 0;
let answer = '';
let said = '';
const connections = new Set<Socket>();
let proxy: EgressProxy;

beforeEach(async () => {
  said = '';
  service = createServer({ allowHalfOpen: false }, (socket) => {
    connections.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => connections.delete(socket));
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    if (answer !== '') socket.once('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  proxy = await openEgress({
    allowed: readAllowedHosts(['127.0.0.1', 'slow.example']),
    network: { kind: 'public' },
    resolveHost: async () => {
      await pause(150);
      return ['127.0.0.1'];
    },
  });
});

afterEach(async () => {
  await proxy.close();
  for (const socket of connections) socket.destroy();
  await new Promise((resolve) => service.close(resolve));
  answer = '';
});

/** Everything that came back for what was sent, until the proxy ended it. */
async function ask(text: string): Promise<string> {
  const client = connect({ port: proxy.port, host: '127.0.0.1' });
  let heard = '';
  client.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  client.on('error', () => undefined);
  client.write(text);
  await new Promise((resolve) => client.once('close', resolve));
  return heard;
}

const head = (method: string, more = ''): string =>
  `${method} http://127.0.0.1:${port}/ HTTP/1.1\r\nhost: x\r\n${more}\r\n`;

test('DOC-06 an answer that no server may give is refused, and the proxy lives on', async () => {
  answer = 'HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n';
  expect(await ask(head('GET'))).toMatch(/^HTTP\/1\.1 502 /);
  answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
  expect(await ask(head('GET'))).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*ok$/);
});

test('DOC-06 a connection asks for one thing at a time', async () => {
  const client = connect({ port: proxy.port, host: '127.0.0.1' });
  client.on('error', () => undefined);
  client.write(head('GET').repeat(50));
  await vi.waitFor(() => expect(connections.size).toBeGreaterThan(0));
  await pause(50);
  expect(connections.size).toBe(1);
  client.destroy();
});

test('DOC-06 what a client left before it was connected is not held open', async () => {
  for (const request of [`CONNECT slow.example:${port} HTTP/1.1\r\n\r\n`, head('GET')]) {
    const client = connect({ port: proxy.port, host: '127.0.0.1' });
    client.write(request.replace('127.0.0.1', 'slow.example'));
    await pause(50);
    client.destroy();
  }
  await pause(300);
  expect(connections.size).toBe(0);
});

test('DOC-06 a body without a length keeps its end on the way out', async () => {
  answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
  const smuggled = 'GET /other HTTP/1.1\r\nhost: y\r\n\r\n';
  const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
  await ask(`${head('DELETE', 'transfer-encoding: chunked\r\n')}${chunk}`);
  expect(said.toLowerCase()).toContain('transfer-encoding: chunked');
  expect(said).toContain(`${smuggled.length.toString(16)}\r\n${smuggled}`);
});
