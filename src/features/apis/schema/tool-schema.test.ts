// Input schemas as providers take them, cut to a size.

import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#base/json.ts';
import { operationOf } from '../testing/api-fixture.ts';

const LIMIT = 8000;

function propertyOf(schema: JsonObject, rest: JsonObject = {}): JsonObject {
  const { inputSchema } = operationOf({ parameters: [{ name: 'q', in: 'query', schema }] }, rest);
  const properties = inputSchema['properties'];
  const found = isJsonObject(properties) ? properties['q'] : undefined;
  return isJsonObject(found) ? found : {};
}

test.each<[string, JsonObject, JsonObject]>([
  [
    'nullable',
    { type: 'string', nullable: true, enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  ['a list of types', { type: ['integer', 'null'] }, { type: ['integer', 'null'] }],
  ['numbers for a text', { type: 'string', enum: [1, 2, 2] }, { type: 'string', enum: ['1', '2'] }],
  [
    'an exclusive bound as a flag',
    { type: 'integer', minimum: 0, exclusiveMinimum: true },
    { type: 'integer', exclusiveMinimum: 0 },
  ],
  ['a pattern of another dialect', { type: 'string', pattern: '(?i)^a\\Z' }, { type: 'string' }],
  ['a constant', { const: 'x' }, { type: 'string', enum: ['x'] }],
  ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
  ['one choice', { oneOf: [{ type: 'string', maxLength: 5 }] }, { type: 'string', maxLength: 5 }],
  [
    'one choice or nothing',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { type: ['string', 'null'] },
  ],
  [
    'choices',
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'all of',
    {
      allOf: [
        { type: 'object', properties: { a: {} }, required: ['a'] },
        { properties: { b: { type: 'string' } } },
      ],
    },
    { type: 'object', properties: { a: {}, b: { type: 'string' } }, required: ['a'] },
  ],
  ['words of authors', { type: 'int', example: 3, xml: {}, readOnly: true }, { type: 'integer' }],
])('API-03 %s', (_what, schema, expected) => {
  expect(propertyOf(schema)).toEqual(expected);
});

test('API-03 names that providers refuse stand in the description', () => {
  const { properties, description } = propertyOf({
    type: 'object',
    properties: { ok: {}, '@odata.type': {} },
  });
  expect(properties).toEqual({ ok: {} });
  expect(description).toContain('@odata.type');
});

test('API-03 a large schema is cut to a size, level by level, and every argument stays', () => {
  const deep = (level: number): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `p${at}`,
        level === 0 ? { type: 'string', description: 'x'.repeat(300) } : deep(level - 1),
      ]),
    ),
  });
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`a${at}`, deep(2)])),
  };
  const { inputSchema } = operationOf(
    { requestBody: { content: { 'application/json': { schema } } } },
    { method: 'post' },
  );
  expect(Object.keys(inputSchema['properties'] ?? {})).toHaveLength(40);
  expect(JSON.stringify(inputSchema).length).toBeLessThan(LIMIT * 1.3);
});

test('API-03 of hundreds of arguments each stays with its type', () => {
  const parameters = Array.from({ length: 600 }, (_, at) => ({
    name: `parameter_${at}`,
    in: 'query',
    required: at === 599,
    description: 'long '.repeat(100),
    schema: { type: 'integer', minimum: 1 },
  }));
  const { inputSchema } = operationOf({ parameters });
  const properties = Object.values(inputSchema['properties'] ?? {});
  expect(properties).toHaveLength(600);
  expect(properties.every((each) => isJsonObject(each) && each['type'] === 'integer')).toBe(true);
  expect(JSON.stringify(inputSchema).length).toBeLessThan(600 * 45);
});
