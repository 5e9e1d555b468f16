// Calls of a real service: which operation, what is sent for its arguments, and where it may go.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openApi } from '../testing/api-fixture.ts';
import { addPet, answering, closeService, getPet, listPets, ok, pets } from '../testing/pet-api.ts';

afterEach(closeService);

const noteList = (origin: string) =>
  `base_url: ${origin}/v1\nendpoints:\n  - {id: find, method: GET, path: "/notes/{book}", required: {oneOf: [q, tag]}}\n  - {id: add, method: POST, path: /notes, required: [text]}\n`;

const uploads = (origin: string) =>
  openApi(
    {
      '/up': {
        post: {
          operationId: 'up',
          requestBody: {
            content: {
              'multipart/form-data': {
                schema: {
                  properties: {
                    file: { type: 'string', format: 'binary' },
                    tags: { type: 'array', items: {} },
                    about: { type: 'object' },
                  },
                },
              },
            },
          },
        },
      },
    },
    { servers: [{ url: origin }] },
  );

const relative = () =>
  openApi({ '/a': { get: { operationId: 'a' } } }, { servers: [{ url: '/v3' }] });

test('API-05 what stands in the path is encoded and sent nowhere else; the answer is the response', async () => {
  const { call, received } = await answering(ok);
  expect(await call(pets(), getPet)).toEqual({ success: true, status: 200, response: { id: 7 } });
  expect(received[0]).toMatchObject({ method: 'GET', url: '/v1/pets/a%2F..%2Fb%3Fc' });
});

test('API-05 a body’s properties go as JSON', async () => {
  const { call, received } = await answering((response) => response.writeHead(204).end());
  expect(await call(pets(), addPet)).toEqual({ success: true, status: 204 });
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  expect(received[0]?.body.toString()).toBe('{"name":"Rex"}');
});

test('API-05 null is sent only where it is a value', async () => {
  const { call, received } = await answering(ok);
  await call(pets(), { operation: 'addPet', arguments: { name: null } });
  expect(received[0]?.body.toString()).toBe('{}');
});

test.each(['..', '.', ''])('API-05 %j would lead elsewhere: nothing is sent', async (id) => {
  const { call, received } = await answering(ok);
  expect(await call(pets(), { operation: 'getPet', arguments: { id } })).toMatchObject({
    success: false,
    need_param: 'id',
    error_type: 'recoverable',
  });
  expect(received).toEqual([]);
});

test('API-05 an argument that nobody declared is told, and an operation too', async () => {
  const { call, received } = await answering(ok);
  expect(await call(pets(), { operation: 'getPet', arguments: { id: 1, nmae: 2 } })).toMatchObject({
    need_param: 'nmae',
    error: expect.stringContaining('There are: id'),
  });
  expect(await call(pets(), { operation: 'getpets' })).toMatchObject({
    need_param: 'operation',
    error_type: 'recoverable',
  });
  expect(await call(pets(), {})).toMatchObject({
    need_param: 'operation',
    error: expect.stringContaining('getPet'),
  });
  expect(received).toEqual([]);
});

test('API-04 a whitelist: GET in the query, POST as JSON, one of several has to be there', async () => {
  const { call, received } = await answering(ok);
  const options = { file: 'references/endpoints_whitelist.yaml' };
  expect(
    await call(noteList, { operation: 'find', arguments: { book: 'a' } }, options),
  ).toMatchObject({
    need_param: ['q', 'tag'],
  });
  await call(noteList, { operation: 'find', arguments: { book: 'a b', q: 'x&y' } }, options);
  await call(noteList, { operation: 'add', arguments: { text: 'milk' } }, options);
  expect(received.map(({ url, body }) => [url, body.toString()])).toEqual([
    ['/v1/notes/a%20b?q=x%26y', ''],
    ['/v1/notes', '{"text":"milk"}'],
  ]);
});

test('API-07 a host that is not declared is refused, by redirect too, and hears nothing of the key', async () => {
  const { call, received, port } = await answering((response) =>
    response.writeHead(302, { location: `http://localhost:${port}/x` }).end(),
  );
  expect(await call(pets(), listPets, { environment: { PETS_KEY: 'k-1' } })).toMatchObject({
    success: false,
    non_retriable: true,
    error: expect.stringContaining(`localhost:${port} is not called`),
  });
  expect(received).toHaveLength(1);
});

test('API-07 a redirect on the same host is followed, with the body where it has to be', async () => {
  const { call, received } = await answering((response, count) =>
    count === 1 ? void response.writeHead(307, { location: '/v2' }).end() : ok(response, count),
  );
  expect(await call(pets(), addPet)).toMatchObject({ success: true });
  expect(received[1]).toMatchObject({ method: 'POST', url: '/v2' });
  expect(received[1]?.body.toString()).toBe('{"name":"Rex"}');
});

test('API-05 files of the workspace go as parts of a form', async () => {
  const { call, received, workspace } = await answering(ok);
  await writeFile(join(workspace, 'a "1".txt'), 'hello');
  await call(uploads, {
    operation: 'up',
    arguments: { file: 'a "1".txt', tags: ['x', 'y'], about: { a: 1 } },
  });
  const body = received[0]?.body.toString() ?? '';
  expect(body).toContain(
    'name="file"; filename="a %221%22.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n',
  );
  expect(body).toContain('name="about"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n');
  expect(body.match(/name="tags"/g)).toHaveLength(2);
  expect(await call(uploads, { operation: 'up', arguments: { file: '../secret' } })).toMatchObject({
    need_param: 'file',
    error_type: 'recoverable',
  });
});

test('API-03 without an address nothing is called, unless one is configured', async () => {
  const { call, received, port } = await answering(ok);
  expect(await call(relative, { operation: 'a' })).toMatchObject({
    error_type: 'config',
    non_retriable: true,
    error: expect.stringContaining('base_url'),
  });
  await call(
    relative,
    { operation: 'a' },
    { environment: { base_url: `http://127.0.0.1:${port}` } },
  );
  expect(received.map(({ url }) => url)).toEqual(['/v3/a']);
});

test('API-08 operations are found by words and described', async () => {
  const { call } = await answering(ok);
  expect(await call(pets(), { search: 'add a pet' })).toMatchObject({
    total: 3,
    operations: [{ name: 'addPet' }, {}, {}],
  });
  expect(await call(pets(), { describe: 'addPet' })).toMatchObject({
    method: 'POST',
    path: '/pets',
    input_schema: { properties: { name: {} } },
  });
});

test('API-09 a description that can’t be used is told to whoever calls', async () => {
  const { call } = await answering(ok);
  expect(await call(() => '{"openapi": "3.0.0"}', listPets)).toMatchObject({
    error_type: 'config',
    non_retriable: true,
    error: expect.stringContaining('openapi.json#/paths'),
  });
});
