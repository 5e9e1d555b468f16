// The life of a connection: clients that leave, and a server that stops.

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from './api-env.ts';
import { createRateLimits } from './rate-limits.ts';
import { requestLanguage } from './request-language.ts';
import { startHttpServer } from './start-http-server.ts';
import { startApi } from './testing/api-fixture.ts';

test('a client that leaves ends its stream', async () => {
  const left = Promise.withResolvers<void>();
  const api = await startApi({
    streams: {
      async sseStream({ signal }) {
        signal.addEventListener('abort', () => left.resolve());
        return new ReadableStream({
          start: (controller) => controller.enqueue(Buffer.from(':\n\n')),
        });
      },
    },
  });
  const { caller, browser } = await api.newOwner();
  const { id } = await api.services.conversations.create(caller, {});
  await api.send({ path: `/api/sessions/${id}/events`, headers: browser });
  await expect(left.promise).resolves.toBeUndefined();
});

test('HEAD of a stream tells its headers and leaves none open', async () => {
  const ended = Promise.withResolvers<void>();
  const api = await startApi({
    streams: { sseStream: async () => new ReadableStream({ cancel: () => ended.resolve() }) },
  });
  const { caller, browser } = await api.newOwner();
  const { id } = await api.services.conversations.create(caller, {});
  const path = `/api/sessions/${id}/events`;
  const answer = await api.send({ method: 'HEAD', path, headers: browser });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
  await expect(ended.promise).resolves.toBeUndefined();
});

test('where a client left off is in its header, which is newer than the address', async () => {
  const api = await startApi();
  const { caller, browser } = await api.newOwner();
  const { id } = await api.services.conversations.create(caller, {});
  const path = `/api/sessions/${id}/events?after=3`;
  expect((await api.send({ path, headers: browser })).text).toMatch(/^id: 4\n/);
  const headers = { ...browser, 'Last-Event-ID': '8' };
  expect((await api.send({ path, headers })).text).toMatch(/^id: 9\n/);
});

test('a stop lets what runs come to its end, and takes nothing new', async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const app = new Hono<ApiEnv>().get('/slow', async (context) => {
    begun.resolve();
    await end.promise;
    return context.text('done');
  });
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0 });
  const ask = (): Promise<IncomingMessage> => answerOf(server.port, '/slow');
  const running = ask();
  await begun.promise;
  const stopped = server.stop(60_000);
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  end.resolve();
  expect((await running).statusCode).toBe(200);
  await stopped;
});

test('what does not come to its end is cut when the time is up', async () => {
  const begun = Promise.withResolvers<void>();
  const app = new Hono<ApiEnv>().get('/never', () => {
    begun.resolve();
    return new Promise<Response>(() => undefined);
  });
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0 });
  const cut = answerOf(server.port, '/never').catch((error: unknown) => error);
  await begun.promise;
  await server.stop(1);
  expect(await cut).toMatchObject({ code: 'ECONNRESET' });
});

test('a port that is taken is Node’s own error', async () => {
  const app = new Hono<ApiEnv>();
  const server = await startHttpServer({ app, host: '127.0.0.1', port: 0 });
  const again = startHttpServer({ app, host: '127.0.0.1', port: server.port });
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await server.stop(0);
});

test('counts by key and window, and forgets when the window is over', () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  const limit = { most: 2, windowSec: 10 };
  const count = (key: string) => (): void => limits.count(key, limit);
  count('a')();
  count('a')();
  expect(count('a')).toThrow(/in 10 s/);
  count('b')();
  now = 9_500;
  expect(count('a')).toThrow(expect.objectContaining({ details: { retryAfterMs: 500 } }));
  now = 10_000;
  expect(count('a')).not.toThrow();
});

test('a flood of keys takes no more memory than its limit', () => {
  const limits = createRateLimits(() => 0);
  const limit = { most: 1, windowSec: 10 };
  for (let at = 0; at < 30_000; at += 1) limits.count(`key ${at}`, limit);
  expect(() => limits.count('key 29999', limit)).toThrow(/Too many/);
  expect(() => limits.count('key 0', limit)).not.toThrow();
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['fr, de;q=0.9', undefined],
  ['zh', 'zh'],
  ['zh-Hans-CN', 'zh'],
  ['en-GB,en;q=0.9,zh;q=0.8', 'en'],
  ['en;q=0.5, zh-TW;q=0.9', 'zh'],
  ['en;q=0, zh;q=0.1', 'zh'],
  ['zhx, EN', 'en'],
  ['en;q=nonsense', undefined],
])('Accept-Language %j asks for %j', (header, language) => {
  expect(requestLanguage(header)).toBe(language);
});

async function answerOf(port: number, path: string): Promise<IncomingMessage> {
  const outgoing = request({ host: '127.0.0.1', port, path, agent: false });
  outgoing.end();
  const [incoming] = await once(outgoing, 'response');
  incoming.resume();
  return incoming;
}
