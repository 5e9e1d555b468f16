// The library of converted APIs: beside the thread that answers everybody, once for each content.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { openApi, writeFiles } from '../testing/api-fixture.ts';
import { createApiLibrary } from './api-library.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'apis-')), 'cache');
const library = createApiLibrary(folder);
afterAll(() => library.close());

const file = 'openapi.json';
const small = openApi({
  '/中文': { get: { operationId: 'a', summary: '查询\nmore' } },
  '/b': { get: {} },
});

/** About 15 MB. */
function large(): JsonObject {
  const properties = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `property_${at}`,
      { type: 'string', description: 'words '.repeat(10) },
    ]),
  );
  const schema = { type: 'object', properties };
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  return openApi(
    Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`/things/${at}`, { post }])),
  );
}

test('API-09 operations come one at a time, whatever is in them; a later start finds them converted', async () => {
  const place = { folder: writeFiles({ [file]: small }), file };
  const book = await library.open(place, 'v1');
  expect(book.operations).toMatchObject([{ name: 'a', summary: '查询' }, { name: 'get_b' }]);
  expect(await book.operation('get_b')).toMatchObject({ path: '/b' });
  expect(await book.operation('a')).toMatchObject({ path: '/中文' });
  expect(await book.operation('__proto__')).toBeUndefined();
  // What is found again needs no description any more.
  rmSync(join(place.folder, file));
  const later = createApiLibrary(folder);
  expect((await later.open(place, 'v1')).head).toEqual(book.head);
  await later.close();
});

test('API-09 another content is converted anew; half of what was stored too', async () => {
  const place = { folder: writeFiles({ [file]: small }), file };
  await library.open(place, 'v2');
  writeFileSync(join(place.folder, file), JSON.stringify(openApi({ '/c': { get: {} } })));
  expect((await library.open(place, 'v3')).operations).toMatchObject([{ name: 'get_c' }]);
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name, 'api.json'), '{"head":');
  const later = createApiLibrary(folder);
  expect((await later.open(place, 'v3')).operations).toMatchObject([{ name: 'get_c' }]);
  await later.close();
});

test('API-09 a description that can’t be used is refused each time with file, place and cause, and nothing is left of it', async () => {
  const place = { folder: writeFiles({ [file]: { openapi: '3.0.0' } }), file };
  const before = readdirSync(folder);
  for (let time = 0; time < 2; time += 1)
    await expect(library.open(place, 'broken')).rejects.toMatchObject({
      code: 'package-invalid',
      details: { file, pointer: '/paths' },
    });
  expect(readdirSync(folder)).toEqual(before);
});

test('API-09 while a large description is converted, others have their turn', async () => {
  const place = { folder: writeFiles({ [file]: large() }), file };
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const { operations } = await library.open(place, 'large');
  clearInterval(timer);
  expect(operations).toHaveLength(3000);
  expect(turns).toBeGreaterThan(20);
});
