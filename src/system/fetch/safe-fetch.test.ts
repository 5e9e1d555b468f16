// The one fetch for skills, against real servers on loopback, which the operator allows by host and port.

import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createTestServers, get } from './testing/fetch-fixture.ts';

const { serve, closeAll } = createTestServers();
afterEach(closeAll);

const neverAnswers = () => new Promise<never>(() => {});

async function knowsNothing(): Promise<never> {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
}

test('reads what an allowed host and port serves, and a URL is never quoted with a password', async () => {
  const port = await serve((_, response) => {
    response.setHeader('content-type', 'Text/HTML; charset="GBK"').end('hello');
  });
  const page = await get(
    { url: `http://127.0.0.1:${port}/a` },
    { allowHosts: [`127.0.0.1:${port}`] },
  );
  expect(page).toMatchObject({
    status: 200,
    mediaType: 'text/html',
    charset: 'gbk',
    isCut: false,
    redirects: 0,
  });
  expect(String(page.body)).toBe('hello');
});

test('a connection is made to the address that was checked, whatever the system would answer', async () => {
  const port = await serve((request, response) => response.end(request.headers.host));
  const page = await get(
    { url: `http://only-here.invalid:${port}/` },
    { allowHosts: ['only-here.invalid'], resolveHost: async () => ['127.0.0.1'] },
  );
  expect(String(page.body)).toBe(`only-here.invalid:${port}`);
});

test('ART-03 a name that leads inside is refused, also where only one of its addresses does', async () => {
  let asked = 0;
  const port = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:10.0.0.1']]) {
    const resolveHost = async () => addresses;
    await expect(get({ url: `http://a.test:${port}/` }, { resolveHost })).rejects.toMatchObject({
      details: { refused: 'address' },
    });
  }
  expect(asked).toBe(0);
});

test('ART-03 a name that changes its mind between check and connection gains nothing', async () => {
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
  const url = `http://rebind.test:${port}/`;
  await expect(get({ url, limitMs: 300 }, { resolveHost })).rejects.toMatchObject({
    code: 'server-unreachable',
  });
  expect({ asked, lookUps }).toEqual({ asked: 0, lookUps: 1 });
});

test('ART-03 every redirect is checked again', async () => {
  let asked = 0;
  const inside = await serve((_, response) => {
    asked += 1;
    response.end('secret');
  });
  const outside = await serve((_, response) => {
    response.writeHead(302, { location: `http://localhost:${inside}/` }).end();
  });
  const allowHosts = [`127.0.0.1:${outside}`];
  await expect(get({ url: `http://127.0.0.1:${outside}/` }, { allowHosts })).rejects.toMatchObject({
    code: 'not-allowed',
    details: { refused: 'address' },
    text: { en: expect.stringContaining('redirects elsewhere') },
  });
  expect(asked).toBe(0);
});

test('five redirects are followed, six are not', async () => {
  const port = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end('there');
    else response.writeHead(301, { location: `/${left - 1}` }).end();
  });
  const allowHosts = [`127.0.0.1:${port}`];
  const page = await get({ url: `http://127.0.0.1:${port}/5` }, { allowHosts });
  expect(page).toMatchObject({ url: `http://127.0.0.1:${port}/0`, redirects: 5 });
  await expect(get({ url: `http://127.0.0.1:${port}/6` }, { allowHosts })).rejects.toMatchObject({
    details: { refused: 'redirects' },
  });
});

test.each(['file:///etc/passwd', 'javascript:1', 'http://u:p@127.0.0.1/', 'http://['])(
  'a redirect to %s is refused',
  async (location) => {
    const port = await serve((_, response) => {
      response.writeHead(302, { location }).end();
    });
    await expect(
      get({ url: `http://127.0.0.1:${port}/` }, { allowHosts: ['127.0.0.1'] }),
    ).rejects.toMatchObject({ code: 'input-invalid', details: { refused: 'url' } });
  },
);

test('keys and cookies stay with the origin that they were meant for', async () => {
  const seen: unknown[] = [];
  const other = await serve((request, response) => {
    seen.push(
      request.headers['authorization'],
      request.headers['x-api-key'],
      request.headers.cookie,
    );
    response.end();
  });
  const first = await serve((request, response) => {
    seen.push(request.headers['x-api-key']);
    response.writeHead(302, { location: `http://127.0.0.1:${other}/`, 'set-cookie': 'a=b' }).end();
  });
  await get(
    {
      url: `http://127.0.0.1:${first}/`,
      headers: { Authorization: 'Bearer t', 'X-Api-Key': 'k', Cookie: 'c=d' },
    },
    { allowHosts: ['127.0.0.1'] },
  );
  expect(seen).toEqual(['k', undefined, undefined, undefined]);
});

test('a body is read up to its limit: refused or cut as asked, also when it is compressed', async () => {
  const zeros = Buffer.alloc(20_000_000);
  const port = await serve((request, response) => {
    const isGzip = request.url === '/gzip';
    response.setHeader('content-encoding', isGzip ? 'gzip' : 'br');
    response.end(isGzip ? gzipSync(zeros) : brotliCompressSync(Buffer.from('small')));
  });
  const allowHosts = ['127.0.0.1'];
  const url = `http://127.0.0.1:${port}/gzip`;
  await expect(get({ url, limitBytes: 1000 }, { allowHosts })).rejects.toMatchObject({
    code: 'request-too-large',
  });
  const cut = await get({ url, limitBytes: 1000, whenLarger: 'cut' }, { allowHosts });
  expect(cut).toMatchObject({ isCut: true });
  expect(cut.body).toHaveLength(1000);
  const small = await get({ url: `http://127.0.0.1:${port}/br` }, { allowHosts });
  expect(String(small.body)).toBe('small');
});

test('what never ends is given up at its limit, and told as a time-out', async () => {
  const port = await serve((_, response) => {
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  await expect(
    get({ url: `http://127.0.0.1:${port}/`, limitMs: 200 }, { allowHosts: ['127.0.0.1'] }),
  ).rejects.toMatchObject({
    code: 'server-unreachable',
    cause: { name: 'TimeoutError' },
    text: { en: expect.stringContaining('0.2 s') },
  });
});

test('a server that accepts and says nothing, a name service that does not answer: the limit holds', async () => {
  const port = await serve(() => {});
  const silent = get(
    { url: `http://127.0.0.1:${port}/`, limitMs: 150 },
    { allowHosts: ['127.0.0.1'] },
  );
  await expect(silent).rejects.toMatchObject({ code: 'server-unreachable' });
  const lost = get({ url: 'http://a.test/', limitMs: 150 }, { resolveHost: neverAnswers });
  await expect(lost).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
});

test('who stops it gets the reason of the signal', async () => {
  const controller = new AbortController();
  const port = await serve(() => controller.abort(new RangeError('enough')));
  await expect(
    get(
      { url: `http://127.0.0.1:${port}/`, signal: controller.signal },
      { allowHosts: ['127.0.0.1'] },
    ),
  ).rejects.toThrow('enough');
});

test('what is not wanted is not read', async () => {
  const port = await serve((_, response) => {
    response.setHeader('content-type', 'image/png').end('x');
  });
  await expect(
    get(
      { url: `http://127.0.0.1:${port}/`, accepts: (type) => type.startsWith('text/') },
      { allowHosts: ['127.0.0.1'] },
    ),
  ).rejects.toMatchObject({
    code: 'request-invalid',
    text: { en: expect.stringContaining('image/png') },
  });
});

test.each([
  [
    'breaks off',
    (response: Parameters<RequestListener>[1]) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('part', () => response.destroy());
    },
  ],
  [
    'lies about its compression',
    (response: Parameters<RequestListener>[1]) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    },
  ],
])('an answer that %s is told as such', async (_, answer) => {
  const port = await serve((__, response) => answer(response));
  await expect(
    get({ url: `http://127.0.0.1:${port}/` }, { allowHosts: ['127.0.0.1'] }),
  ).rejects.toMatchObject({ text: { en: expect.stringContaining('broke off') } });
});

test('a closed port and an unknown name are told with the host', async () => {
  await expect(
    get({ url: 'http://127.0.0.1:1025/' }, { allowHosts: ['127.0.0.1'] }),
  ).rejects.toMatchObject({
    code: 'server-unreachable',
    cause: { code: 'ECONNREFUSED' },
    text: { en: expect.stringContaining('127.0.0.1') },
  });
  await expect(
    get({ url: 'http://nowhere.test/' }, { resolveHost: knowsNothing }),
  ).rejects.toMatchObject({
    text: { en: expect.stringContaining('There is no host nowhere.test') },
  });
});
