// What becomes of each answer: data, files, refusals, faults, and what only looks like an answer.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  addPet,
  answering,
  closeService,
  getPet,
  json,
  listPets,
  ok,
  pets,
  status,
  type Answer,
} from '../testing/pet-api.ts';

afterEach(closeService);

const signInPage: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><title>Sign in</title>');
};

const hundredMegabytes: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = Buffer.alloc(1_000_000, 0x20);
  let sent = 0;
  const more = (): void => {
    while (sent < 100) {
      sent += 1;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end('{}');
  };
  more();
};

test.each([
  [401, { error_type: 'config', non_retriable: true }],
  [402, { error_type: 'config', non_retriable: true }],
  [403, { error_type: 'config', non_retriable: true }],
  [404, { non_retriable: true }],
  [400, { error_type: 'recoverable' }],
  [422, { error_type: 'recoverable' }],
])('API-07 %d ends the run at once, and says what it means', async (code, expected) => {
  const { call, received } = await answering(status(code));
  expect(await call(pets(), listPets)).toMatchObject({
    success: false,
    status: code,
    ...expected,
    error: expect.stringContaining('no'),
  });
  expect(received).toHaveLength(1);
});

test('API-07 404 below a path with a value can be corrected', async () => {
  const { call } = await answering(status(404));
  expect(await call(pets(), getPet)).toMatchObject({ error_type: 'recoverable', need_param: 'id' });
});

test('API-07 429 waits as Retry-After says, twice at most', async () => {
  const { call, received } = await answering((response, count) =>
    count < 3 ? status(429, { 'retry-after': '0' })(response, count) : ok(response, count),
  );
  expect(await call(pets(), listPets)).toMatchObject({ success: true });
  expect(received).toHaveLength(3);
});

test('API-07 429 that stays is told with its wait; a stop ends the waiting', async () => {
  const { call, received } = await answering(status(429, { 'retry-after': '0.2' }));
  expect(await call(pets(), addPet)).toMatchObject({
    error_type: 'transient',
    status: 429,
    retry_after_sec: 1,
  });
  expect(received).toHaveLength(3);
  const stop = new AbortController();
  const { run: waiting } = await answering(status(429));
  setTimeout(() => stop.abort(), 200);
  expect(await waiting(pets(), listPets, { signal: stop.signal })).toEqual({ status: 'stopped' });
});

test('API-07 a server’s fault is tried once more, and not where it may be done twice', async () => {
  const once = await answering((response, count) =>
    count === 1 ? status(500)(response, count) : ok(response, count),
  );
  expect(await once.call(pets(), listPets)).toMatchObject({ success: true });
  expect(once.received).toHaveLength(2);
  await once.close();
  const twice = await answering(status(503));
  expect(await twice.call(pets(), listPets)).toMatchObject({
    success: false,
    status: 503,
    error_type: 'transient',
  });
  expect(twice.received).toHaveLength(2);
  await twice.call(pets(), addPet, { isIdempotent: false });
  expect(twice.received).toHaveLength(3);
});

test('API-07 a page with status 200 is no data', async () => {
  const { call } = await answering(signInPage);
  expect(await call(pets(), listPets)).toMatchObject({
    success: false,
    error_type: 'config',
    error: expect.stringContaining('"Sign in"'),
  });
  const html = { responses: { 200: { content: { 'text/html': {} } } } };
  expect(await call(pets({}, html), listPets)).toMatchObject({
    success: true,
    media_type: 'text/html',
  });
});

test('API-07 what calls itself JSON and is none, and what says that it failed, are failures', async () => {
  const { call } = await answering((response, count) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(count === 1 ? '{"a":' : '{"ok": false, "error": "channel_not_found"}');
  });
  expect(await call(pets(), listPets)).toMatchObject({ success: false, upstream: '{"a":' });
  expect(await call(pets(), listPets)).toMatchObject({
    success: false,
    error: expect.stringContaining('channel_not_found'),
    upstream: { ok: false },
  });
});

test('API-05 bytes become a file of the workspace', async () => {
  const { call, workspace } = await answering((response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.end(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
  });
  const told = await call(pets(), listPets);
  expect(told).toMatchObject({
    success: true,
    media_type: 'image/png',
    bytes: 8,
    filename: 'listPets.png',
    local_path: join(workspace, 'downloads/listPets.png'),
  });
  expect([...readFileSync(join(workspace, 'downloads/listPets.png'))]).toEqual([
    137, 80, 78, 71, 13, 10, 26, 10,
  ]);
});

test('API-09 an answer of 100 MB is never held whole: a file up to the limit, and a failure beyond it', async () => {
  const { call } = await answering(hundredMegabytes);
  expect(await call(pets(), listPets, { downloadBytes: 50_000_000 })).toMatchObject({
    success: false,
    error: expect.stringContaining('more than 48 MB'),
  });
  expect(await call(pets(), listPets, { downloadBytes: 200_000_000 })).toMatchObject({
    success: true,
    bytes: 100_000_002,
  });
});

test('API-05 a large JSON answer is handed on unparsed', async () => {
  const { run } = await answering((response) =>
    json(response, { list: Array.from({ length: 50_000 }, (_, at) => at) }),
  );
  const outcome = await run(pets(), listPets);
  if (outcome.status !== 'unparsed') throw new TypeError(outcome.status);
  const value: { readonly response: { readonly list: readonly number[] } } = JSON.parse(
    Buffer.from(outcome.json).toString(),
  );
  expect(value.response.list).toHaveLength(50_000);
});

test('ENV-12 a network’s fault is thrown on where another try does no harm, and told where it may have happened', async () => {
  const { run, call } = await answering((response) => response.socket?.destroy());
  expect(await run(pets(), listPets)).toMatchObject({
    status: 'raised',
    exception: { causes: [{ code: 'ECONNRESET' }] },
  });
  expect(await call(pets(), addPet)).toMatchObject({
    success: false,
    error_type: 'transient',
    error: expect.stringContaining('may have been done'),
  });
});
