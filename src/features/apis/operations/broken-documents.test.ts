// What is said of descriptions that can't be used: file, place and cause.

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import { convert, openApi, writeFiles } from '../testing/api-fixture.ts';
import { convertApi } from './convert-api.ts';

test.each<[string, unknown, string]>([
  ['nothing', '', 'openapi.json: The file is empty'],
  ['no JSON', '{"openapi": "3.0.0",\n "paths": {]}', 'openapi.json:2:12: It is no valid JSON'],
  ['a list', '[]', 'openapi.json: A map of keys'],
  ['no version', { paths: {} }, 'openapi.json: It has neither the key openapi nor swagger'],
  ['another version', { openapi: '4.0.0', paths: {} }, 'openapi.json#/openapi: Version 4.0.0'],
  ['no paths', { openapi: '3.1.0' }, 'openapi.json#/paths: It has no paths'],
  [
    'an operation that is none',
    openApi({ '/a': { get: 'x' } }),
    'openapi.json#/paths/~1a/get: A map',
  ],
  [
    'a parameter that leads nowhere',
    openApi({ '/a': { get: { parameters: [{ $ref: '#/nope' }] } } }),
    'openapi.json#/paths/~1a/get/parameters/0: The $ref "#/nope" leads to nothing',
  ],
  [
    'a circle of references',
    openApi(
      { '/a': { get: { parameters: [{ $ref: '#/x' }] } } },
      { x: { $ref: '#/y' }, y: { $ref: '#/x' } },
    ),
    'openapi.json#/paths/~1a/get/parameters/0: The $ref here lead to one another',
  ],
  [
    'the network',
    openApi({ '/a': { $ref: 'https://example.com/a.yaml' } }),
    'The $ref "https://example.com/a.yaml" leads out of the package',
  ],
  ['a file outside', openApi({ '/a': { $ref: '../../etc/passwd' } }), 'leads out of the package'],
  [
    'a file that is missing',
    openApi({ '/a': { $ref: 'a.yaml' } }),
    'openapi.json#/paths/~1a: The package has no file a.yaml',
  ],
])(
  'API-09 a description with %s is refused, naming file, place and cause',
  (_what, document, said) => {
    expect(() => convert(document)).toThrow(AppError);
    expect(() => convert(document)).toThrow(said);
  },
);

test('API-09 broken YAML is told with its line; an alias that grows takes no time', () => {
  const broken = writeFiles({ 'openapi.yaml': 'openapi: 3.0.0\npaths:\n  /a: [1\n' });
  expect(() => convertApi({ folder: broken, file: 'openapi.yaml' })).toThrow(
    /openapi\.yaml:4:1: It is no valid YAML/,
  );
  const bomb = [
    'a0: &a0 {type: object}',
    ...Array.from(
      { length: 30 },
      (_, at) => `a${at + 1}: &a${at + 1} {properties: {l: *a${at}, r: *a${at}}}`,
    ),
  ].join('\n');
  const folder = writeFiles({
    'openapi.yaml': `${bomb}\nopenapi: 3.0.0\npaths:\n  /a:\n    post:\n      requestBody: {content: {application/json: {schema: *a30}}}\n`,
  });
  const { operations } = convertApi({ folder, file: 'openapi.yaml' });
  expect(JSON.stringify(operations).length).toBeLessThan(20_000);
});

test('API-09 a link that leads out of the package is not read', () => {
  const folder = writeFiles({ 'openapi.json': openApi({ '/a': { $ref: 'a.json' } }) });
  symlinkSync('/etc/hostname', join(folder, 'a.json'));
  expect(() => convertApi({ folder, file: 'openapi.json' })).toThrow(
    'is a link that leads out of the package',
  );
});

test('API-03 a schema that leads nowhere costs its parameter nothing, and is told', () => {
  const { operations, remarks } = convert(
    openApi({
      '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: { $ref: '#/nope' } }] } },
    }),
  );
  expect(Object.keys(operations[0]?.inputSchema['properties'] ?? {})).toEqual(['q']);
  expect(remarks).toEqual([expect.objectContaining({ kind: 'reference' })]);
});
