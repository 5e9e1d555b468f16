// What is sent by mistake or on purpose: told with a sentence and the right status, and harmless.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { startApi, type Answer, type Somebody } from './testing/api-fixture.ts';

const api = await startApi();
let owner: Somebody;
let json: Readonly<Record<string, string>>;

beforeAll(async () => {
  owner = await api.newOwner();
  json = { ...owner.browser, 'Content-Type': 'application/json' };
});

const post = (path: string, body: string, headers = json): Promise<Answer> =>
  api.send({ method: 'POST', path, body, headers });

interface Told {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly issues?: readonly { readonly path: string }[] };
  readonly request_id: string;
}
const told = ({ json: body }: Answer): Told => body as Told;

test.each([
  ['a field that is not known', { name: 'A', oops: 1 }, 'body.oops'],
  [
    'a field that is not known, deep inside',
    { name: 'A', limits: { oops: 1 } },
    'body.limits.oops',
  ],
  ['a wrong type', { name: 7 }, 'body.name'],
  ['a missing field', {}, 'body.name'],
  ['a wrong item of a list', { name: 'A', skills: ['ok', 3] }, 'body.skills.1'],
  ['a body that is no object', [], 'body'],
  ['a name of blanks', { name: '   ' }, 'body.name'],
  [
    'a number that is too large',
    { name: 'A', limits: { max_rounds: 1e300 } },
    'body.limits.max_rounds',
  ],
  [
    'a number beyond numbers',
    '{"name": "A", "limits": {"max_rounds": 1e999}}',
    'body.limits.max_rounds',
  ],
])('%s is told with its place', async (_, body, path) => {
  const answer = await post('/api/roles', typeof body === 'string' ? body : JSON.stringify(body));
  expect([answer.status, told(answer).code]).toEqual([400, 'request-invalid']);
  expect(told(answer).details?.issues?.[0]?.path).toBe(path);
  expect(told(answer).message).toContain(path);
  expect(told(answer).request_id).toBe(answer.headers['x-request-id']);
});

test('the sentence is in the language asked for, else in the person’s', async () => {
  const inChinese = { ...json, 'Accept-Language': 'fr, zh-CN;q=0.9, en;q=0.8' };
  expect(told(await post('/api/roles', '{}', inChinese)).message).toMatch(
    /请求中的 body\.name 不正确/,
  );
  const speaker = await api.newOwner();
  await api.accounts.people.update(speaker.caller, speaker.caller.personId, { language: 'zh' });
  const headers = { ...speaker.browser, 'Content-Type': 'application/json' };
  expect(told(await post('/api/roles', '{}', headers)).message).toMatch(/不正确/);
  expect(told(await post('/api/roles', '{}')).message).toMatch(/is wrong/);
});

test.each([
  ['/api/roles?limit=5&limit=6', 'limit more than once'],
  ['/api/roles?oops=1', 'query.oops'],
  ['/api/roles?limit=0', 'query.limit'],
  ['/api/roles?limit=1e3', 'query.limit'],
  ['/api/roles?limit=-1', 'query.limit'],
  ['/api/roles?cursor=nowhere', 'not a place in this list'],
  ['/api/configuration?skill=a%00', 'NUL'],
  ['/api/usage?from=0000-01-01&to=2026-01-01&by=day', 'query.from'],
])('GET %s is told what is wrong', async (path, words) => {
  const answer = await api.send({ path, headers: owner.browser });
  expect(answer.status).toBe(400);
  expect(told(answer).message).toContain(words);
});

test.each([
  ['duplicate keys', '{"name": "A", "name": "B"}', /"name" twice/],
  ['JSON that is too deep', `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /64 levels/],
  ['a NUL', '{"name": "a\\u0000"}', /NUL/],
  ['half a character', '{"name": "\\ud800"}', /half a character/],
  ['no JSON', 'name=A', /not valid JSON/],
  ['nothing', '', /missing/],
])('%s is refused', async (_, body, problem) => {
  const answer = await post('/api/roles', body);
  expect([answer.status, told(answer).code]).toEqual([400, 'request-invalid']);
  expect(told(answer).message).toMatch(problem);
});

test.each([
  ['no content type', { 'Content-Type': '' }],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['plain text, which needs no preflight', { 'Content-Type': 'text/plain' }],
  ['another charset', { 'Content-Type': 'application/json; charset=gbk' }],
  ['compressed content', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
])('%s is a 415', async (_, headers) => {
  const answer = await post('/api/roles', '{"name": "A"}', { ...owner.browser, ...headers });
  expect([answer.status, told(answer).code]).toEqual([415, 'request-invalid']);
});

test('invalid UTF-8 is refused, and so is half of a character at the end', async () => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xe4, 0xb8],
  ]) {
    const answer = await sendBytes(Buffer.from(bytes));
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('UTF-8')]);
  }
});

test('keys of prototypes change nothing', async () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const answer = await post('/api/roles', `{"name": "Proto", "${key}": {"is_archived": true}}`);
    expect([key, answer.status]).toEqual([key, 400]);
    expect(told(answer).message).toContain(key);
  }
  const values = await api.send({
    method: 'PATCH',
    path: '/api/configuration/weather?layer=org',
    body: '{"values": {"__proto__": {"polluted": true}}}',
    headers: json,
  });
  expect(values.status).toBeLessThan(500);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a body of 100 MB is refused before it is read, with a length or in chunks', async () => {
  for (const headers of [{ 'Content-Length': String(100 * 1024 * 1024) }, {}]) {
    const { status, text, sentBytes } = await sendEndlessly(headers);
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 'request-too-large' });
    expect(sentBytes).toBeLessThan(20 * 1024 * 1024);
  }
  expect((await api.send({ path: '/healthz' })).status).toBe(200);
});

test('a body just within the limit is taken', async () => {
  const persona = 'a'.repeat(99_000);
  const answer = await post(
    '/api/roles',
    `${' '.repeat(900_000)}${JSON.stringify({ name: 'Large', persona })}`,
  );
  expect(answer.status).toBe(201);
});

test('whoever is not signed in is refused before the body is read', async () => {
  const answer = await post('/api/roles', '{"broken', { 'Content-Type': 'application/json' });
  expect(answer.status).toBe(401);
});

test.each([
  '/api/roles/..%2f..%2fetc%2fpasswd',
  '/api/roles/%2e%2e',
  '/api/roles/a%00b',
  '/api/roles/%zz',
  `/api/roles/${'a'.repeat(5000)}`,
  '/api/roles/%E4%B8%AD',
  "/api/roles/1'%20or%201=1",
])('an id that climbs or breaks out is one that does not exist: %.40s', async (path) => {
  const answer = await api.send({ path, headers: owner.browser });
  expect([answer.status, told(answer).code]).toEqual([404, 'not-found']);
});

test.each(['/api', '/api/', '/api/nothing', '/nothing', '/api/../healthz/x', '//api/me'])(
  'an address that does not exist is told in the same shape: %s',
  async (path) => {
    const answer = await api.send({ path, headers: owner.browser });
    expect([answer.status, told(answer).code]).toEqual([404, 'not-found']);
  },
);

test('a method that is not taken is a 405 that names those that are', async () => {
  const answer = await api.send({ method: 'DELETE', path: '/api/roles', headers: owner.browser });
  expect(answer.status).toBe(405);
  expect(answer.headers['allow']).toBe('GET, POST, HEAD, OPTIONS');
});

test('the method cannot be overridden', async () => {
  const { id } = (await api.accounts.roles.list(owner.caller)).items[0] ?? { id: '' };
  const headers = { ...json, 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PATCH' };
  const answer = await api.send({
    method: 'POST',
    path: `/api/roles/${id}?_method=PATCH`,
    headers,
    body: '{"name": "Overridden"}',
  });
  expect(answer.status).toBe(405);
  expect((await api.accounts.roles.get(owner.caller, id)).name).not.toBe('Overridden');
});

test('HEAD is GET without the body, and OPTIONS tells the methods without opening the door', async () => {
  const head = await api.send({ method: 'HEAD', path: '/api/me', headers: owner.browser });
  expect([head.status, head.text]).toEqual([200, '']);
  const options = await api.send({
    method: 'OPTIONS',
    path: '/api/roles',
    headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
  });
  expect([options.status, options.headers['allow']]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  expect(options.headers['access-control-allow-origin']).toBeUndefined();
});

test('a huge header is refused, and the server goes on', async () => {
  const answer = await api.send({ path: '/api/me', headers: { 'X-Large': 'a'.repeat(20_000) } });
  expect(answer.status).toBe(431);
  expect((await api.send({ path: '/healthz' })).status).toBe(200);
});

test('smuggled and broken requests do not reach a handler', async () => {
  const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n';
  for (const head of [
    both,
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: -1\r\n',
  ]) {
    const answer = await sendRaw(`POST /api/auth/link HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  }
  expect(await sendRaw('GET /api/me HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
});

test('an unexpected failure says nothing of the inside, and is logged with its number', async () => {
  const broken = await startApi({
    usage: {
      report: async () => Promise.reject(new Error('select secret from platform.people')),
      limits: async () => [],
      setLimit: async () => undefined,
    },
  });
  const { browser } = await broken.newOwner();
  const path = '/api/usage?from=2026-01-01&to=2026-01-02&by=day';
  const answer = await broken.send({ path, headers: browser });
  expect([answer.status, told(answer).code]).toEqual([500, 'unexpected']);
  expect(answer.text).not.toMatch(/select|platform|Error|\.ts/);
  const line = broken.log.find((each) => each.includes(told(answer).request_id));
  expect(line).toMatch(/request-failed.*usage\.report.*select secret/);
});

function sendBytes(bytes: Buffer): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port: api.port, host: '127.0.0.1', method: 'POST', path: '/api/roles', headers: json },
      (incoming) => {
        let text = '';
        incoming.on('data', (chunk) => (text += String(chunk)));
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/** Sends blanks until the server answers, 100 MB at most. */
async function sendEndlessly(
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string; sentBytes: number }> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const outgoing = request({
    port: api.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/roles',
    headers: { ...json, ...headers },
  });
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response');
  const over = new AbortController();
  void answered.finally(() => over.abort()).catch(() => undefined);
  let sentBytes = 0;
  while (!over.signal.aborted && sentBytes < 100 * 1024 * 1024) {
    sentBytes += chunk.length;
    if (outgoing.write(chunk)) continue;
    await once(outgoing, 'drain', { signal: over.signal }).catch(() => undefined);
  }
  const [incoming] = await answered;
  let text = '';
  for await (const part of incoming) text += String(part);
  outgoing.destroy();
  return { status: incoming.statusCode, text, sentBytes };
}

async function sendRaw(text: string): Promise<string> {
  const socket = connect(api.port, '127.0.0.1');
  socket.end(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
