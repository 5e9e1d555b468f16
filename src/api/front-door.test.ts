import { createConnection } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApi, type Answer, type Somebody } from './testing/api-fixture.ts';

const api = await startApi();
const published = await startApi({ publicUrl: 'https://qiao.example' });
let owner: Somebody;
let publicOwner: Somebody;

beforeAll(async () => {
  owner = await api.newOwner();
  publicOwner = await published.newOwner();
});

const code = ({ json }: Answer): unknown => (json as { code?: unknown } | undefined)?.code;

const change = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
  api.send({
    method: 'PATCH',
    path: '/api/me',
    body: { name: 'Renamed' },
    headers: { Cookie: owner.browser.Cookie, ...headers },
  });

const get = (path: string, mode: string): Promise<Answer> =>
  api.send({ path, headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode } });

describe('Host', () => {
  test('loopback names with the server’s port are taken', async () => {
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      const host = `${name}:${api.port}`;
      const answer = await api.send({ path: '/api/me', headers: { ...owner.browser, Host: host } });
      expect([host, answer.status]).toEqual([host, 200]);
    }
  });

  test.each([
    'evil.example',
    'evil.example:PORT',
    'localhost.evil.example:PORT',
    'localhost:1',
    'localhost',
    '127.0.0.1.nip.io:PORT',
    '192.168.7.7:PORT',
    '0.0.0.0:PORT',
    'user@localhost:PORT',
    'localhost:PORT/..',
    'qiao.example',
  ])('%s is refused, whatever is asked for', async (host) => {
    for (const path of ['/api/me', '/', '/api/openapi.json', '/metrics', '/page.css']) {
      const headers = { ...owner.browser, Host: host.replace('PORT', String(api.port)) };
      const answer = await api.send({ path, headers });
      expect([path, answer.status]).toEqual([path, expect.toBeOneOf([400, 403])]);
      expect(answer.text).not.toContain(owner.login);
    }
  });

  test('the public address is taken, and no other beside loopback', async () => {
    const ask = async (host: string): Promise<number> => {
      const headers = { ...publicOwner.browser, Host: host };
      return (await published.send({ path: '/api/me', headers })).status;
    };
    expect(await ask('qiao.example')).toBe(200);
    expect(await ask('qiao.example:443')).toBe(200);
    expect(await ask(`127.0.0.1:${published.port}`)).toBe(200);
    expect(await ask('qiao.example:8443')).toBe(403);
    expect(await ask('sub.qiao.example')).toBe(403);
  });

  test('whether it lives may be asked by any name, and tells nothing else', async () => {
    const headers = { Host: '10.0.0.7:4700' };
    expect((await api.send({ path: '/healthz', headers })).text).toBe('{"status":"ok"}');
    expect((await api.send({ path: '/readyz', headers })).status).toBe(200);
  });

  test('forwarded names are not believed', async () => {
    const headers = { ...owner.browser, Host: 'evil.example', 'X-Forwarded-Host': 'localhost' };
    expect((await api.send({ path: '/api/me', headers })).status).toBe(403);
  });
});

describe('Origin', () => {
  test('a page of the server itself may change things', async () => {
    expect((await change({ Origin: api.origin })).status).toBe(200);
    expect((await change({ Origin: `http://localhost:${api.port}` })).status).toBe(200);
    const sent = { Origin: api.origin, 'Sec-Fetch-Site': 'same-origin' };
    expect((await change(sent)).status).toBe(200);
  });

  test.each([
    ['none, with a cookie', {}],
    ['another site', { Origin: 'https://evil.example' }],
    ['no origin at all', { Origin: 'null' }],
    ['another port of this machine', { Origin: 'http://localhost:3000' }],
    ['https on this machine', { Origin: 'https://localhost:PORT' }],
    ['a name that begins like ours', { Origin: 'http://localhost:PORT.evil.example' }],
    [
      'ours, but the browser says another site',
      { Origin: 'ORIGIN', 'Sec-Fetch-Site': 'cross-site' },
    ],
    [
      'ours, but the browser says another port',
      { Origin: 'ORIGIN', 'Sec-Fetch-Site': 'same-site' },
    ],
    ['two', { Origin: 'ORIGIN, https://evil.example' }],
  ])('is refused: %s', async (_, headers) => {
    const filled = Object.entries(headers).map(([name, value]) => [
      name,
      value.replace('ORIGIN', api.origin).replace('PORT', String(api.port)),
    ]);
    const answer = await change(Object.fromEntries(filled));
    expect([answer.status, code(answer)]).toEqual([403, 'origin-refused']);
  });

  test('a program with a token needs none, and a foreign one is refused all the same', async () => {
    const token = await api.token(owner.caller, 'chat');
    const say = (headers: object): Promise<Answer> =>
      api.send({
        method: 'POST',
        path: '/api/sessions',
        body: {},
        headers: { ...token, ...headers },
      });
    expect((await say({})).status).toBe(201);
    expect((await say({ Origin: 'https://evil.example' })).status).toBe(403);
  });

  test('signing in from another site’s form is refused', async () => {
    for (const path of ['/auth/sign-in', '/api/auth/sign-in', '/auth/link/some-token-of-a-link']) {
      const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      const answer = await api.send({ method: 'POST', path, body: '', headers });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });

  test('what another site’s page loads is refused, what its links open is not', async () => {
    expect((await get('/api/openapi.json', 'no-cors')).status).toBe(403);
    const { token } = await api.accounts.signInLinks.issue(owner.caller);
    expect((await get(`/auth/link/${token}`, 'navigate')).status).toBe(200);
  });

  test('no answer lets another origin read it', async () => {
    const headers = { ...owner.browser, Origin: 'https://evil.example' };
    const answer = await api.send({ path: '/api/me', headers });
    expect(Object.keys(answer.headers).filter((name) => name.includes('allow-origin'))).toEqual([]);
  });
});

describe('headers', () => {
  test.each([
    '/',
    '/api/me',
    '/healthz',
    '/nothing',
    '/auth/link/some-token-of-a-link',
    '/page.css',
  ])('every answer of %s is fenced in', async (path) => {
    const { headers } = await api.send({ path });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('microphone=()'),
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';(?!.*unsafe).*frame-ancestors 'none'/,
      ),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('nothing but the pages’ style and icon is kept in a cache', async () => {
    for (const path of ['/', '/api/me', '/nothing', '/auth/link/some-token-of-a-link']) {
      expect((await api.send({ path })).headers['cache-control']).toBe('no-store');
    }
    for (const path of ['/page.css', '/icon.svg']) {
      expect((await api.send({ path })).headers['cache-control']).toBe('max-age=3600');
    }
  });

  test('behind https the browser is told to stay with it', async () => {
    const { headers } = await published.send({ path: '/healthz' });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

test('an upgrade without a server for it is cut off', async () => {
  const socket = createConnection(api.port, '127.0.0.1');
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: localhost:${api.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  );
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).not.toContain('101');
});
