// What OpenAPI documents turn into: names, parameters, servers, references.

import { expect, test } from 'vitest';
import { convert, openApi, operationOf } from '../testing/api-fixture.ts';

const get = (operationId?: string) => ({ get: operationId === undefined ? {} : { operationId } });

function namesOf(paths: Parameters<typeof openApi>[0]): Readonly<Record<string, string>> {
  const { operations } = convert(openApi(paths));
  return Object.fromEntries(
    operations.map(({ method, path, name }) => [`${method} ${path}`, name]),
  );
}

test('API-03 a tool is called by its operation, else by method and path, as providers accept it', () => {
  const long = `list_${'x'.repeat(80)}`;
  const names = namesOf({
    '/a': get('listPets'),
    '/b/{id}': get(),
    '/c': get('pets/list all'),
    '/d': get(long),
    '/e': get('查询'),
  });
  expect(names['get /a']).toBe('listPets');
  expect(names['get /b/{id}']).toBe('get_b_id');
  expect(names['get /c']).toBe('pets_list_all');
  expect(names['get /d']).toMatch(/^list_x{50}_[0-9a-f]{8}$/);
  expect(names['get /e']).toBe('operation');
});

test('API-03 names are unique, and the same when the document is reordered', () => {
  const paths = {
    '/a': get('same'),
    '/b': get('same'),
    '/c': get('a.b'),
    '/d': get('a/b'),
    '/e': get('a_b'),
    '/f': get('get_g'),
    '/g': get(),
  };
  const names = namesOf(paths);
  expect(new Set(Object.values(names)).size).toBe(7);
  for (const name of Object.values(names)) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(names['get /e']).toBe('a_b');
  expect(names['get /f']).toBe('get_g');
  expect(namesOf(Object.fromEntries(Object.entries(paths).toReversed()))).toEqual(names);
});

test('API-03 the path’s parameters count, the operation’s own come first, and the body’s properties join them', () => {
  const { operations } = convert(
    openApi({
      '/pets/{id}': {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'limit', in: 'query', schema: { type: 'string' } },
        ],
        put: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name', 'made'],
                  properties: {
                    name: { type: 'string' },
                    made: { type: 'string', readOnly: true },
                  },
                },
              },
            },
          },
        },
      },
    }),
  );
  expect(operations[0]?.inputSchema).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      limit: { type: 'integer' },
      name: { type: 'string' },
      made: { type: 'string' },
    },
    required: ['id', 'name'],
  });
});

test('API-03 a parameter and a property of one name are both there, whichever comes first', () => {
  const { inputSchema, parameters, body } = operationOf(
    {
      parameters: [
        { name: 'id', in: 'query', schema: { type: 'integer' } },
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'filter[name]', in: 'query', schema: { type: 'string' } },
      ],
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { id: { type: 'boolean' }, id_body: { type: 'string' } },
            },
          },
        },
      },
    },
    { path: '/x/{id}', method: 'post' },
  );
  const wire = [...parameters, ...(body?.properties ?? [])].map(({ argument, name }) => [
    argument,
    name,
  ]);
  expect(wire).toEqual([
    ['id_query', 'id'],
    ['id', 'id'],
    ['filter_name', 'filter[name]'],
    [expect.stringMatching(/^id_[0-9a-f]{8}$/), 'id'],
    ['id_body', 'id_body'],
  ]);
  expect(Object.keys(inputSchema['properties'] ?? {})).toEqual(wire.map(([argument]) => argument));
});

test('API-03 servers: variables take their defaults, the first is called, all may be', () => {
  const { baseUrl, hosts, operations } = convert(
    openApi(
      { '/a': { servers: [{ url: 'https://own.example.com:8443' }], get: {} } },
      {
        servers: [
          {
            url: 'https://{region}.example.com/{v}',
            variables: { region: { default: 'eu' }, v: { enum: ['v2'] } },
          },
          { url: 'http://b.example.com' },
        ],
      },
    ),
  );
  expect(baseUrl).toBe('https://eu.example.com/v2');
  expect(hosts).toEqual(['eu.example.com', 'b.example.com', 'own.example.com:8443']);
  expect(operations[0]?.baseUrl).toBe('https://own.example.com:8443');
});

test.each([
  [[], '', []],
  [[{ url: '/v3' }], '/v3', []],
  [[{ url: 'https://{tenant}.example.com' }], 'https://{tenant}.example.com', []],
])('API-03 servers %j: the address is %j', (servers, baseUrl, hosts) => {
  expect(convert(openApi({}, { servers }))).toMatchObject({ baseUrl, hosts, operations: [] });
});

test('API-03 Swagger 2: host, forms, lists and a body', () => {
  const { baseUrl, operations } = convert({
    swagger: '2.0',
    host: 'api.example.com',
    basePath: '/v1',
    schemes: ['http', 'https'],
    parameters: { page: { name: 'page', in: 'query', type: 'integer' } },
    paths: {
      '/up': {
        post: {
          consumes: ['multipart/form-data'],
          parameters: [
            { name: 'file', in: 'formData', type: 'file', required: true },
            {
              name: 'tags',
              in: 'formData',
              type: 'array',
              items: { type: 'string' },
              collectionFormat: 'multi',
            },
          ],
        },
      },
      '/pets': {
        post: {
          parameters: [
            { $ref: '#/parameters/page' },
            { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
          ],
        },
      },
    },
    definitions: {
      Pet: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  });
  expect(baseUrl).toBe('https://api.example.com/v1');
  expect(operations[0]?.body).toMatchObject({
    form: 'multipart',
    properties: [
      { name: 'file', isFile: true },
      { name: 'tags', style: 'form', explode: true },
    ],
  });
  expect(operations[1]).toMatchObject({
    parameters: [{ name: 'page', place: 'query' }],
    body: { form: 'json', properties: [{ name: 'name' }] },
    inputSchema: { required: ['name'] },
  });
});

test('API-03 references are followed within the package, also through other files', () => {
  const { operations } = convert(openApi({ '/a': { $ref: './paths/a.yaml' } }), {
    'paths/a.yaml':
      'get:\n  operationId: a\n  parameters:\n    - $ref: "../parts.json#/parameters/q~1r"\n',
    'parts.json': {
      parameters: { 'q/r': { name: 'q', in: 'query', schema: { $ref: '#/text' } } },
      text: { type: 'string' },
    },
  });
  expect(operations[0]).toMatchObject({
    name: 'a',
    inputSchema: { properties: { q: { type: 'string' } } },
  });
});

test('API-05 a placeholder that nobody declared is a required text, and told', () => {
  const { operations, remarks } = convert(openApi({ '/a/{id}': { get: {} } }));
  expect(operations[0]?.inputSchema).toMatchObject({
    properties: { id: { type: 'string' } },
    required: ['id'],
  });
  expect(remarks).toEqual([
    expect.objectContaining({ kind: 'placeholder', pointer: '/paths/~1a~1{id}/get', what: 'id' }),
  ]);
});

test('API-05 a placeholder that a parameter of another place has is filled by it', () => {
  const { parameters, body } = operationOf(
    {
      parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
      requestBody: {
        content: {
          'application/json': { schema: { properties: { id: { type: 'integer' }, a: {} } } },
        },
      },
    },
    { path: '/s/{id}?q={q}', method: 'post' },
  );
  expect(parameters.map(({ name, place }) => [name, place])).toEqual([
    ['q', 'path'],
    ['id', 'path'],
  ]);
  expect(body?.properties.map(({ name }) => name)).toEqual(['a']);
});

test('API-03 cyclic schemas end', () => {
  const { inputSchema } = operationOf(
    {
      requestBody: {
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
      },
    },
    {
      method: 'post',
      components: {
        schemas: {
          Node: {
            type: 'object',
            properties: {
              left: { $ref: '#/components/schemas/Node' },
              all: { allOf: [{ $ref: '#/components/schemas/Node' }] },
            },
          },
        },
      },
    },
  );
  expect(JSON.stringify(inputSchema).length).toBeLessThan(2000);
  expect(Object.keys(inputSchema['properties'] ?? {})).toEqual(['left', 'all']);
});
