// Downloads from real servers on loopback, allowed by the test as an operator would.

import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createSafeDownload, type Download, type DownloadRequest } from './safe-download.ts';
import type { SafeFetchParts } from './safe-fetch.ts';
import { createTestServers } from './testing/fetch-fixture.ts';

const { serve, closeAll } = createTestServers();
afterEach(closeAll);

const LOCAL = { allowHosts: ['127.0.0.1'] };

const leadsInside = async (): Promise<readonly string[]> => ['127.0.0.1'];

function open(
  url: string,
  request: Partial<DownloadRequest> = {},
  parts: Partial<SafeFetchParts> = LOCAL,
): Promise<Download> {
  const limits = { headMs: 2000, limitMs: 5000, idleMs: 2000, limitBytes: 1_000_000 };
  const { signal } = new AbortController();
  return createSafeDownload({ allowHosts: [], ...parts })({ url, signal, ...limits, ...request });
}

async function read(download: Download): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(download.chunks()));
}

test('ART-02 a file comes whole, with its name, its type and where it came from', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/first') {
      response.writeHead(302, { location: '/second' }).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'image/png; x=y',
      'content-disposition': `attachment; filename*=UTF-8''%E5%9B%BE.png`,
    });
    response.end('content');
  });
  const download = await open(`http://127.0.0.1:${port}/first`);
  expect(download).toMatchObject({
    url: `http://127.0.0.1:${port}/second`,
    name: '图.png',
    mediaType: 'image/png',
    isAttachment: true,
  });
  expect(String(await read(download))).toBe('content');
});

test('ART-02 what is too large is refused: beforehand where the server says so, else at the first byte', async () => {
  const body = Buffer.alloc(2000);
  const port = await serve((request, response) => {
    if (request.url === '/told') response.setHeader('content-length', body.length);
    if (request.url === '/packed') response.setHeader('content-encoding', 'gzip');
    response.write(request.url === '/packed' ? gzipSync(body) : body);
    response.end();
  });
  const told = open(`http://127.0.0.1:${port}/told`, { limitBytes: 1999 });
  await expect(told).rejects.toMatchObject({ code: 'request-too-large' });
  for (const path of ['untold', 'packed']) {
    const download = await open(`http://127.0.0.1:${port}/${path}`, { limitBytes: 1999 });
    await expect(read(download)).rejects.toMatchObject({ code: 'request-too-large' });
  }
  const whole = await open(`http://127.0.0.1:${port}/packed`, { limitBytes: 2000 });
  expect(await read(whole)).toEqual(body);
});

test('ART-02 an answer that is no success is no file', async () => {
  const port = await serve((_, response) => response.writeHead(403).end('<Error/>'));
  await expect(open(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
    code: 'server-unreachable',
    text: { en: expect.stringContaining('HTTP 403') },
  });
});

test('ART-03 a download has the same walls: inside, after a redirect, by a name', async () => {
  let asked = 0;
  const inside = await serve((_, response) => {
    asked += 1;
    response.end('secret');
  });
  const outside = await serve((_, response) => {
    response.writeHead(302, { location: `http://localhost:${inside}/` }).end();
  });
  const refused = { code: 'not-allowed', details: { refused: 'address' } };
  const allowHosts = [`127.0.0.1:${outside}`];
  await expect(open(`http://127.0.0.1:${inside}/`, {}, {})).rejects.toMatchObject(refused);
  await expect(open(`http://127.0.0.1:${outside}/`, {}, { allowHosts })).rejects.toMatchObject(
    refused,
  );
  await expect(
    open(`http://files.test:${inside}/`, {}, { resolveHost: leadsInside }),
  ).rejects.toMatchObject(refused);
  expect(asked).toBe(0);
});

test('ART-03 a name that changes between two look-ups is looked up once, and gains nothing', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  const answers = [['203.0.114.1'], ['127.0.0.1']];
  let lookUps = 0;
  const resolveHost = async () => {
    lookUps += 1;
    return answers.shift() ?? [];
  };
  const download = open(`http://rebind.test:${port}/`, { headMs: 300 }, { resolveHost });
  await expect(download).rejects.toMatchObject({ code: 'server-unreachable' });
  expect({ asked, lookUps }).toEqual({ asked: 0, lookUps: 1 });
});

test('a server that says nothing, falls silent or breaks off is given up, and half a file is told', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/silent') return;
    response.setHeader('content-length', 1000);
    response.write('half', () => request.url === '/broken' && response.destroy());
  });
  const silent = open(`http://127.0.0.1:${port}/silent`, { headMs: 150 });
  await expect(silent).rejects.toMatchObject({ text: { en: expect.stringContaining('0.15 s') } });
  const stuck = await open(`http://127.0.0.1:${port}/stuck`, { idleMs: 150 });
  await expect(read(stuck)).rejects.toMatchObject({ code: 'server-unreachable' });
  const broken = await open(`http://127.0.0.1:${port}/broken`);
  await expect(read(broken)).rejects.toMatchObject({
    text: { en: expect.stringContaining('broke off') },
  });
});

test('who stops a download gets the reason of the signal', async () => {
  const controller = new AbortController();
  const port = await serve((_, response) => {
    response.setHeader('content-length', 1000);
    response.write('half', () => controller.abort(new RangeError('enough')));
  });
  const { signal } = controller;
  const download = open(`http://127.0.0.1:${port}/`, { signal }).then(read);
  await expect(download).rejects.toThrow('enough');
});
