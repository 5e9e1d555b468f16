// How the client bears servers that go away, lie, or say more than it knows.

import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';
import { unreachable } from './api-failure.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const TEAM = { id: 't', name: 'Team', created_at: '2026-01-02T03:04:05.000Z' };

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

test('an older client bears what a newer server adds', async () => {
  const server = await serve((_, response) => answer(response, 200, { ...TEAM, color: 'red' }));
  const team = await createApiClient({ server }).call('teams.get', { params: { team_id: 't' } });
  expect(team).toMatchObject(TEAM);
});

test.each([
  ['something else', 200, { hello: 'world' }],
  ['a page', 200, '<html>Welcome to nginx</html>'],
  ['a page for a failure', 502, '<html>Bad gateway</html>'],
  ['a failure in another shape', 500, { error: 'oops' }],
])('a server that answers with %s is told as none of ours', async (_, status, body) => {
  const server = await serve((__, response) => answer(response, status, body));
  const failing = createApiClient({ server }).call('teams.get', { params: { team_id: 't' } });
  await expect(failing).rejects.toMatchObject({
    code: 'server-unreachable',
    message: expect.stringContaining('does not answer like Qiao'),
  });
});

test('a server that is not there is told with its address and the reason', async () => {
  const server = await serve(() => undefined);
  for (const close of closing.splice(0)) close();
  await expect(createApiClient({ server }).call('me.get')).rejects.toMatchObject({
    code: 'server-unreachable',
    message: expect.stringMatching(/127\.0\.0\.1:\d+ can't be reached: .*ECONNREFUSED/),
  });
});

test('where it is not told why, as in a browser, no reason is made up', () => {
  const { text } = unreachable('http://x', new TypeError('Failed to fetch'));
  expect(text.zh).toBe('无法连接服务器 http://x。请确认它在运行、地址正确，然后重试。');
});

test('a redirect is not followed with the token', async () => {
  const server = await serve((_, response) => {
    response.writeHead(302, { Location: 'https://evil.example/' }).end();
  });
  const client = createApiClient({ server, token: 'qiao_secret_secret' });
  await expect(client.call('me.get')).rejects.toMatchObject({ code: 'server-unreachable' });
});

test('whoever asked can leave', async () => {
  const server = await serve(() => undefined);
  const leaving = AbortSignal.timeout(20);
  const call = createApiClient({ server }).call('me.get', { signal: leaving });
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
});

const FILE = { sessionId: 's', name: 'a b.csv', content: new Blob(['a,b']) };
const UPLOADED = {
  id: 'f',
  name: 'a b.csv',
  kind: 'file',
  media_type: 'text/csv',
  bytes: 3,
  path: 'uploads/a b.csv',
  is_made: false,
  created_at: '2026-01-02T03:04:05.000Z',
  notes: [],
};

test('a file is sent as it is, under its name', async () => {
  const server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    request.setEncoding('utf8').once('data', (body) => {
      const told = [pathname, searchParams.get('name'), request.headers['content-type'], body];
      answer(response, 201, { ...UPLOADED, path: told.join(' | ') });
    });
  });
  const { signal } = new AbortController();
  const uploaded = await createApiClient({ server }).upload({ ...FILE, signal });
  expect(uploaded.path).toBe(
    '/api/sessions/s/attachments | a b.csv | application/octet-stream | a,b',
  );
});

test('whatever sends a file, its failures are read and its answers are held against the schema', async () => {
  const { signal } = new AbortController();
  const upload = (response: Response) =>
    createApiClient({
      server: 'http://server',
      sendFile: async (_, __, onSent) => {
        onSent(1);
        return response;
      },
    }).upload({ ...FILE, signal });
  await expect(upload(Response.json(UPLOADED, { status: 201 }))).resolves.toEqual(UPLOADED);
  const refusal = { code: 'request-too-large', message: 'Too large.', request_id: 'r' };
  await expect(upload(Response.json(refusal, { status: 413 }))).rejects.toMatchObject({
    code: 'request-too-large',
    message: 'Too large.',
    details: { requestId: 'r', status: 413 },
  });
  await expect(upload(new Response('<html>', { status: 201 }))).rejects.toMatchObject({
    code: 'server-unreachable',
  });
});

const frame = (seq: number): string => {
  const event = { type: 'text-delta', text: String(seq) };
  return `id: ${seq}\ndata: ${JSON.stringify({ type: 'event', session: 's', seq, turn: 't', event })}\n\n`;
};

function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.end(text);
}

async function follow(server: string, count: number): Promise<readonly [number[], string[]]> {
  const stop = new AbortController();
  const seqs: number[] = [];
  const states: string[] = [];
  const options = {
    after: 0,
    signal: stop.signal,
    retryMs: 1,
    onState: (state: string) => void states.push(state),
  };
  for await (const { seq } of createApiClient({ server }).subscribe('s', options)) {
    seqs.push(seq);
    if (seqs.length === count) stop.abort();
  }
  return [seqs, states];
}

test('comes back after the last event that it saw, whatever happened in between', async () => {
  const asked: (string | undefined)[] = [];
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => stream(response, `retry: 2000\n\n${frame(1)}:\n\n${frame(2)}id: 3\ndata: {"half`),
    (response) => response.destroy(),
    (response) =>
      answer(response, 503, { code: 'database-unavailable', message: 'Wait.', request_id: 'r' }),
    (response) => answer(response, 502, '<html>Bad gateway</html>'),
    (response) => stream(response, frame(2) + frame(3).replaceAll('\n', '\r\n') + frame(4)),
  ];
  const server = await serve((request, response) => {
    asked.push(request.url?.split('?')[1]);
    answers.shift()?.(response);
  });
  const [seqs, states] = await follow(server, 4);
  expect(seqs).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual(['after=0', 'after=2', 'after=2', 'after=2', 'after=2']);
  expect(states).toEqual(['open', 'waiting', 'waiting', 'waiting', 'waiting', 'open']);
});

test('events of a kind that it does not know are left out', async () => {
  const unknown =
    'data: {"type":"event","session":"s","seq":2,"turn":"t","event":{"type":"new"}}\n\n';
  const server = await serve((_, response) => stream(response, frame(1) + unknown + frame(3)));
  const [seqs] = await follow(server, 2);
  expect(seqs).toEqual([1, 3]);
});

test('a refusal within the stream ends it', async () => {
  const refusal = 'data: {"type":"error","code":"not-signed-in","message":"Over."}\n\n';
  const server = await serve((_, response) => stream(response, frame(1) + refusal));
  await expect(follow(server, 2)).rejects.toMatchObject({
    code: 'not-signed-in',
    message: 'Over.',
  });
});

test('leaving the loop closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const server = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(frame(1));
    response.on('close', () => closed.resolve());
  });
  const { signal } = new AbortController();
  for await (const event of createApiClient({ server }).subscribe('s', { after: 0, signal })) {
    expect(event.seq).toBe(1);
    break;
  }
  await closed.promise;
});
