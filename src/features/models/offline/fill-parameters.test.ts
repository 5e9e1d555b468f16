import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { toolOf } from '../../../../tests/stubs/model-requests.ts';
import { fillParameters } from './fill-parameters.ts';
import { parametersOf } from './parameters.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const currency = { type: 'string', enum: ['CNY', 'EUR'] };

function describedAs(description: string): JsonObject {
  return { type: 'string', description };
}

test.each([
  ['numbers in order', { a: number, b: number }, ['a', 'b'], 'add 3 to 4', { a: 3, b: 4 }],
  [
    'a whole number only where it is one',
    { n: { type: 'integer' }, x: number },
    ['n', 'x'],
    '1.5 of 2',
    { n: 2, x: 1.5 },
  ],
  ['the one text', { city: text }, ['city'], '北京的天气', { city: '北京的天气' }],
  ['quoted texts', { from: text, to: text }, ['from', 'to'], '"a" to "b"', { from: 'a', to: 'b' }],
  [
    'a quoted text before the message',
    { text },
    ['text'],
    'Translate “good day”',
    { text: 'good day' },
  ],
  [
    'what has a form, though it is optional',
    { url: text, email: { type: 'string', format: 'email' }, day: text, note: text },
    ['note'],
    'https://a.example for a@b.example on 2026-01-02',
    {
      url: 'https://a.example',
      email: 'a@b.example',
      day: '2026-01-02',
      note: 'https://a.example for a@b.example on 2026-01-02',
    },
  ],
  [
    'a word of an enumeration, the longest that fits',
    { unit: { type: 'string', enum: ['day', 'day of week', 'month'] } },
    ['unit'],
    'by Day of Week please',
    { unit: 'day of week' },
  ],
  [
    'what is named',
    { city: text, days: { type: 'integer' }, on: { type: 'boolean' } },
    [],
    'city="New York" days: 3 on=yes',
    { city: 'New York', days: 3, on: true },
  ],
  [
    'a list of numbers',
    { values: { type: 'array', items: number } },
    ['values'],
    '1, 2 and 3',
    { values: [1, 2, 3] },
  ],
  [
    'two enumerations with a word each',
    { source: currency, target: currency, amount: number },
    ['source', 'target', 'amount'],
    '10 EUR CNY',
    { source: 'EUR', target: 'CNY', amount: 10 },
  ],
  [
    'the required enumeration where there are too few words for all',
    { base: currency, source: currency },
    ['source'],
    'in EUR',
    { source: 'EUR' },
  ],
  [
    'the other enumeration where one is named',
    { source: currency, target: currency },
    ['source', 'target'],
    'CNY source=EUR',
    { source: 'EUR', target: 'CNY' },
  ],
  [
    'a number before a list of the others',
    { values: { type: 'array', items: number }, n: number },
    ['values', 'n'],
    '1, 2 and 3',
    { n: 1, values: [2, 3] },
  ],
  [
    'optional dates whose descriptions say their format',
    { start: describedAs('First day, YYYY-MM-DD'), end: describedAs('YYYY-MM-DD') },
    [],
    'how many days between 2026-01-01 and 2026-03-01?',
    { start: '2026-01-01', end: '2026-03-01' },
  ],
  [
    'what the description speaks of, but first what the name does',
    { memo: describedAs('A note for the day'), dueDate: text, page: describedAs('The URL') },
    [],
    'on 2026年1月2日 see https://a.example',
    {
      dueDate: '2026-01-02',
      page: 'https://a.example',
    },
  ],
  [
    'an address for whom the description says',
    { subject: describedAs('Subject of the e-mail'), to: describedAs('E-mail of the recipient') },
    ['to'],
    'write a@b.example',
    { to: 'a@b.example' },
  ],
  [
    'the text that is not for a date',
    { task: text, due: describedAs('截止日期') },
    [],
    '买牛奶',
    { task: '买牛奶' },
  ],
  ['the only text there is, though optional', { query: text }, [], 'cats', { query: 'cats' }],
  [
    'nothing optional without a sign',
    { query: text, limit: number },
    ['query'],
    'top 5 cats',
    { query: 'top 5 cats' },
  ],
])('fills %s', (...row) => {
  const [, properties, required, message, values] = row;
  const parameters = parametersOf(toolOf('t', properties, { required }).inputSchema);
  expect(fillParameters(parameters, message)).toEqual({ values, missing: [] });
});

test.each([
  ['two texts', { a: text, b: text }, ['a', 'b'], 'both?', ['a', 'b']],
  ['a number', { n: number, note: text }, ['n', 'note'], 'hello', ['n']],
  ['an address', { url: text }, ['url'], 'fetch it', ['url']],
  ['an object', { o: { type: 'object' } }, ['o'], 'x', ['o']],
  ['a word of an enumeration', { unit: { enum: ['day'] } }, ['unit'], 'night', ['unit']],
  [
    'a second enumeration without a word left',
    { source: currency, target: currency },
    ['source', 'target'],
    '10 EUR',
    ['target'],
  ],
  ['a number that is named for another', { a: number, b: number }, ['a', 'b'], 'a=3', ['b']],
  ['the one text of a blank message', { q: text }, ['q'], '  ', ['q']],
])('says that %s is missing', (...row) => {
  const [, properties, required, message, missing] = row;
  const parameters = parametersOf(toolOf('t', properties, { required }).inputSchema);
  expect(fillParameters(parameters, message).missing).toEqual(missing);
});

test('reads a schema that is none as one without parameters', () => {
  for (const schema of [{}, { properties: null }, { properties: [], required: 'x' }]) {
    expect(parametersOf(schema)).toEqual([]);
  }
  expect(parametersOf({ properties: { x: { type: ['null', 'integer'] }, y: true } })).toMatchObject(
    [
      { name: 'x', type: 'integer' },
      { name: 'y', type: 'any' },
    ],
  );
});
