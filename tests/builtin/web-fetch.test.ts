// `web_fetch` over the real fetch, against real servers on loopback.

import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { createWebFetch } from '#builtin/web_fetch/handler.ts';
import type { TrustedHost } from '#features/runtimes/index.ts';
import { createSafeFetch } from '#system/fetch/safe-fetch.ts';
import { createTestServers } from '#system/fetch/testing/fetch-fixture.ts';
import { trustedHost } from './trusted-host.ts';

const { serve, closeAll } = createTestServers();
afterEach(closeAll);

let now = new Date(0);
const execute = createWebFetch({
  fetchPage: createSafeFetch({ allowHosts: ['127.0.0.1'] }),
  now: () => now,
});
let host: TrustedHost;
beforeEach(async () => {
  now = new Date(0);
  host = await trustedHost();
});

function servePage(type: string, body: string | Uint8Array): RequestListener {
  return (_, response) => {
    response.setHeader('content-type', type).end(body);
  };
}

async function read(listener: RequestListener, input: JsonObject = {}) {
  const port = await serve(listener);
  return execute({ url: `http://127.0.0.1:${port}/a/`, ...input }, host);
}

test('gives a page as Markdown: headings, links, lists, tables and code, without what stands around', async () => {
  const html = `<!doctype html><html><head><title> Guide &amp; more </title><script>no()</script></head><body>
    <nav><ul><li><a href="/">Home</a></ul></nav>
    <main><h1>Guide</h1><p>See <a href="../b?x=1&amp;y=2">the <b>other</b></a>,
    or <a href="javascript:alert(1)">this</a>. 1 &lt; 2 &#8364; caf&eacute;</p>
    <ol><li>One<ul><li>Inner</li></ul></li><li>Two</li></ol>
    <pre><code class="language-js">let x = 1;\n  y();</code></pre>
    <table><tr><th>k<th>v</tr><tr><td>a<td>1|2</tr></table>
    <blockquote>Said</blockquote></main><footer>Imprint</footer></body></html>`;
  expect(await read(servePage('text/html; charset=utf-8', html))).toMatchObject({
    success: true,
    data: {
      title: 'Guide & more',
      media_type: 'text/html',
      next_offset: null,
      text: expect.stringMatching(
        /^# Guide\n\nSee \[the \*\*other\*\*\]\(http:\/\/127\.0\.0\.1:\d+\/b\?x=1&y=2\), or this\. 1 < 2 € café\n\n1\. One\n  - Inner\n2\. Two\n\n```js\nlet x = 1;\n  y\(\);\n```\n\n\| k \| v \|\n\| --- \| --- \|\n\| a \| 1\\\|2 \|\n\n> Said$/,
      ),
    },
  });
});

const GBK_PAGE = Buffer.from([
  ...Buffer.from(
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"></head><p>',
  ),
  0xc4,
  0xe3,
  0xba,
  0xc3,
]);

test.each([
  ['its header', 'text/html; charset=GBK', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), 'gb18030'],
  ['its meta', 'text/html', GBK_PAGE, 'gb18030'],
  ['its bytes', 'text/plain', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), 'gb18030'],
  ['its mark', 'text/plain; charset=gbk', Buffer.from('\uFEFF你好', 'utf16le'), 'utf-16le'],
  ['nothing', 'text/plain', Buffer.from('你好'), 'utf-8'],
  ['an unknown word', 'text/plain; charset=klingon', Buffer.from('你好'), 'utf-8'],
])('finds the encoding by %s', async (...[, type, body, encoding]) => {
  expect(await read(servePage(type, body))).toMatchObject({ data: { text: '你好', encoding } });
});

test('text and JSON come as they are', async () => {
  const json = '{"a": [1, 2]}\n';
  expect(await read(servePage('application/json', json))).toMatchObject({ data: { text: json } });
});

test('reads on in the page as it was, until it is too old', async () => {
  let version = 0;
  const port = await serve((_, response) => {
    version += 1;
    response.setHeader('content-type', 'text/plain').end(`${version}`.repeat(1200));
  });
  const url = `http://127.0.0.1:${port}/`;
  const first = await execute({ url, limit: 1000 }, host);
  expect(first).toMatchObject({
    data: { text: '1'.repeat(1000), next_offset: 1000, total_characters: 1200 },
  });
  const second = await execute({ url, limit: 1000, offset: 1000 }, host);
  expect(second).toMatchObject({ data: { text: '1'.repeat(200), next_offset: null } });
  const stranger = await execute({ url, offset: 1000 }, await trustedHost());
  expect(stranger).toMatchObject({ data: { text: '2'.repeat(200) } });
  now = new Date(6 * 60_000);
  expect(await execute({ url, offset: 1000 }, host)).toMatchObject({
    data: { text: '3'.repeat(200) },
  });
});

test('ENV-11 what was not read is told, and the answer is partial', async () => {
  const text = 'a'.repeat(3_500_000);
  expect(await read(servePage('text/plain', text))).toMatchObject({
    success: true,
    warning: expect.stringContaining('3 MB'),
    data: { total_characters: 3_000_000 },
  });
});

test('a page without text says why that may be', async () => {
  const html = '<html><body><div id="root"></div><script>render()</script></body></html>';
  expect(await read(servePage('text/html', html))).toMatchObject({
    warning: expect.stringContaining('made by scripts'),
  });
});

test.each([404, 403, 410])('ENV-15 status %d asks for another address', async (status) => {
  const answer = await read((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<p>gone away');
  });
  expect(answer).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: 'url',
    upstream: { status, text: 'gone away' },
  });
});

test.each([429, 500, 503])('status %d passes by itself', async (status) => {
  const answer = await read((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end('busy');
  });
  expect(answer).toMatchObject({ success: false, error_type: 'transient' });
  expect(answer).not.toHaveProperty('need_param');
});

test.each([
  ['http://169.254.169.254/latest/', 'private network'],
  ['http://[::1]:8080/', 'private network'],
  ['file:///etc/passwd', 'only http and https'],
  ['http://u:p@example.com/', 'password'],
  ['http://example.com:25/', 'Port 25'],
  ['example.com:25/x', 'Port 25 of example.com'],
])('ENV-15 refuses %s, and says what may be given', async (url, told) => {
  expect(await execute({ url }, host)).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: 'url',
    error: expect.stringContaining(told),
  });
});

test('what is no text is told with its type', async () => {
  expect(await read(servePage('application/pdf', '%PDF-1.7'))).toMatchObject({
    need_param: 'url',
    error: expect.stringContaining('application/pdf'),
  });
});

test.each([
  [{}, 'url'],
  [{ url: ' ' }, 'url'],
  [{ url: 7 }, 'url'],
  [{ url: 'http://a.example/', offset: -1 }, 'offset'],
  [{ url: 'http://a.example/', limit: 5 }, 'limit'],
])('%j names the parameter', async (input, name) => {
  expect(await execute(input, host)).toMatchObject({ success: false, need_param: name });
});

test('an alias is taken and told', async () => {
  const port = await serve(servePage('text/plain', 'x'));
  expect(await execute({ link: `http://127.0.0.1:${port}/` }, host)).toMatchObject({
    success: true,
    action_note: 'link → url',
  });
});

test("ENV-12 the network's own faults are let out, for the platform to judge", async () => {
  await expect(execute({ url: 'http://127.0.0.1:1025/' }, host)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
});

test('a stop ends it at once', async () => {
  const controller = new AbortController();
  const port = await serve(() => controller.abort(new Error('stop')));
  await expect(
    execute({ url: `http://127.0.0.1:${port}/` }, { ...host, signal: controller.signal }),
  ).rejects.toThrow('stop');
});

test.each([
  ['open tags', '<div>'],
  ['tables in tables', '<table><tr><td>x'],
  ['lists in lists', '<ul><li>x'],
  ['quotes', '<blockquote>x'],
  ['links', '<a href="/x">y'],
  ['attributes', '<p a="b" c=\'d\' e='],
  ['half tags', '<a '],
  ['comments', '<!-- x'],
  ['blanks in code', `<pre>${' '.repeat(1000)}x`],
  ['references', '&amp&#x41&nosuch'],
  ['cells', '<td>'],
  // What takes more than one pass over the page runs into the test's own time limit.
])('a page of nothing but %s is read', async (_, piece) => {
  const html = `<html><body><p>${piece.repeat(Math.floor(2_500_000 / piece.length))}`;
  expect(await read(servePage('text/html', html))).toMatchObject({ success: true });
});
