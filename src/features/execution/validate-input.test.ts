import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '#base/json.ts';
import { validateInput } from './validate-input.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string', enum: ['北京'] },
    days: { type: 'integer' },
    ratio: { type: 'number' },
    live: { type: 'boolean' },
    tags: { type: 'array' },
    filter: { type: 'object' },
    either: { type: ['string', 'null'] },
    free: {},
    maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    referred: { anyOf: [{ $ref: '#/$defs/x' }, { type: 'null' }] },
  },
  required: ['city', 'days'],
};

const check = (input: JsonObject, schema: JsonObject | undefined = SCHEMA) =>
  validateInput(input, schema, 'en');

test.each<[string, JsonValue | undefined]>([
  ['absent', undefined],
  ['null', null],
  ['empty text', ''],
  ['white space', ' \n\t'],
  ['an empty list', []],
  ['an empty object', {}],
])('GRD-07 refuses a required key that is %s', (_, value) => {
  const checked = check({ days: 1, ...(value !== undefined && { city: value }) });
  expect(checked).toMatchObject({
    status: 'refused',
    failure: { needParam: 'city', errorType: 'recoverable' },
  });
});

test('GRD-07 names every missing and misshapen key at once', () => {
  const checked = check({ live: 'perhaps', tags: 1 });
  expect(checked).toMatchObject({
    failure: { needParam: ['city', 'days', 'live', 'tags'] },
  });
  expect(JSON.stringify(checked)).toContain('days');
});

test.each<[JsonObject, JsonObject]>([
  [{ days: '3' }, { days: 3 }],
  [{ days: 3.0 }, { days: 3 }],
  [
    { days: 1, ratio: '-1.5e2' },
    { days: 1, ratio: -150 },
  ],
  [
    { days: 1, live: 'true' },
    { days: 1, live: true },
  ],
  [
    { days: 1, tags: '["a"]' },
    { days: 1, tags: ['a'] },
  ],
  [
    { days: 1, filter: ' {"a": 1}' },
    { days: 1, filter: { a: 1 } },
  ],
  [
    { days: 1, city: 12306 },
    { days: 1, city: '12306' },
  ],
  [
    { days: 0, live: false },
    { days: 0, live: false },
  ],
  [
    { days: 1, either: null },
    { days: 1, either: null },
  ],
  [
    { days: 1, ratio: null },
    { days: 1, ratio: null },
  ],
  [
    { days: 1, free: [{}] },
    { days: 1, free: [{}] },
  ],
  [
    { days: 1, maybe: '5' },
    { days: 1, maybe: 5 },
  ],
  [
    { days: 1, maybe: null },
    { days: 1, maybe: null },
  ],
  [
    { days: 1, referred: '5' },
    { days: 1, referred: '5' },
  ],
  [
    { days: 1, unknown: 'kept' },
    { days: 1, unknown: 'kept' },
  ],
])('GRD-07 coerces without loss: %o', (input, expected) => {
  const checked = check({ city: '任意', ...input });
  expect(checked).toMatchObject({ status: 'valid', input: { city: '任意', ...expected } });
});

test.each<[JsonObject, string]>([
  [{ days: 'three' }, 'days'],
  [{ days: '3.5' }, 'days'],
  [{ days: 3.5 }, 'days'],
  [{ days: '99999999999999999999' }, 'days'],
  [{ days: 1, city: 2 ** 53 }, 'city'],
  [{ days: 1, ratio: '1e-400' }, 'ratio'],
  [{ days: 1, maybe: 'x' }, 'maybe'],
  [{ days: 1, city: ['x'] }, 'city'],
  [{ days: 1, tags: '{"a":1}' }, 'tags'],
  [{ days: 1, filter: '{broken' }, 'filter'],
  [{ days: 1, filter: [] }, 'filter'],
])('GRD-07 refuses a plainly wrong type: %o', (input, key) => {
  const checked = check({ city: 'x', ...input });
  expect(checked).toMatchObject({ status: 'refused', failure: { needParam: key } });
});

test.each<JsonObject | undefined>([
  undefined,
  {},
  { properties: [], required: 'city' },
  { properties: { city: 'text' }, required: [1, null] },
  { properties: { city: { type: 'unheard-of' } } },
])('GRD-07 an odd schema refuses nothing: %o', (schema) => {
  expect(validateInput({ city: 1 }, schema, 'en')).toMatchObject({ status: 'valid', coerced: [] });
});

test('GRD-07 a required key is looked for in the input itself, and named once', () => {
  const schema = { required: ['constructor', 'toString', 'constructor'] };
  expect(check({}, schema)).toMatchObject({ failure: { needParam: ['constructor', 'toString'] } });
});
