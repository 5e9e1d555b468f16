// Values in every style, as the specification's own table has them.

import { expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import type { Style } from '../api-operation.ts';
import { UnwritableValue, writeHeader, writePairs, writeSegment } from './write-value.ts';

const list = ['blue', 'black', 'brown'];
const map = { R: 100, G: 200, B: 150 };

test.each<[Style, boolean, JsonValue, string]>([
  ['form', true, 'blue', 'color=blue'],
  ['form', true, list, 'color=blue&color=black&color=brown'],
  ['form', false, list, 'color=blue,black,brown'],
  ['form', true, map, 'R=100&G=200&B=150'],
  ['form', false, map, 'color=R,100,G,200,B,150'],
  ['spaceDelimited', false, list, 'color=blue%20black%20brown'],
  ['pipeDelimited', false, list, 'color=blue|black|brown'],
  ['pipeDelimited', false, map, 'color=R|100|G|200|B|150'],
  ['tabDelimited', false, list, 'color=blue%09black%09brown'],
  ['deepObject', true, map, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
  [
    'deepObject',
    true,
    { a: { b: [1, 2] } },
    'color%5Ba%5D%5Bb%5D%5B0%5D=1&color%5Ba%5D%5Bb%5D%5B1%5D=2',
  ],
  ['form', true, [], ''],
  ['form', true, '', 'color='],
  ['form', true, [{ a: 1 }], 'color=%7B%22a%22%3A1%7D'],
])('API-05 in a query: %s, explode %j, %j', (...[style, explode, value, expected]) => {
  expect(writePairs('color', value, { style, explode }).join('&')).toBe(expected);
});

test.each<[Style, boolean, JsonValue, string]>([
  ['simple', false, 'blue', 'blue'],
  ['simple', false, list, 'blue,black,brown'],
  ['simple', false, map, 'R,100,G,200,B,150'],
  ['simple', true, map, 'R=100,G=200,B=150'],
  ['label', false, 'blue', '.blue'],
  ['label', false, list, '.blue,black,brown'],
  ['label', true, list, '.blue.black.brown'],
  ['label', true, map, '.R=100.G=200.B=150'],
  ['matrix', false, 'blue', ';color=blue'],
  ['matrix', false, list, ';color=blue,black,brown'],
  ['matrix', true, list, ';color=blue;color=black;color=brown'],
  ['matrix', false, map, ';color=R,100,G,200,B,150'],
  ['matrix', true, map, ';R=100;G=200;B=150'],
])('API-05 in a path: %s, explode %j, %j', (...[style, explode, value, expected]) => {
  expect(writeSegment('color', value, { style, explode })).toBe(expected);
});

test.each<[boolean, JsonValue, string]>([
  [false, 'a, b', 'a, b'],
  [false, list, 'blue,black,brown'],
  [true, map, 'R=100,G=200,B=150'],
  [false, [{ a: [1, 2] }], '[{"a":[1,2]}]'],
])('API-05 in a header: explode %j, %j', (explode, value, expected) => {
  expect(writeHeader(value, { style: 'simple', explode })).toBe(expected);
});

test('API-05 what parts are told apart by is encoded within a part, or refused where it can’t be', () => {
  expect(writePairs('c', ['a,b', 'c'], { style: 'form', explode: false })).toEqual(['c=a%2Cb,c']);
  expect(writeSegment('c', ['a.b', 'c'], { style: 'label', explode: true })).toBe('.a%2Eb.c');
  const spaced = { style: 'spaceDelimited', explode: false } as const;
  expect(() => writePairs('c', ['a b', 'c'], spaced)).toThrow(UnwritableValue);
  expect(() => writeHeader(['a,b'], { style: 'simple', explode: false })).toThrow(UnwritableValue);
});

test('API-05 reserved characters stay where they are allowed, but for those that would end the value', () => {
  const writing = { style: 'form', explode: true, allowReserved: true } as const;
  expect(writePairs('u', 'http://a/b?c=d&e#f', writing)).toEqual(['u=http://a/b?c%3Dd%26e%23f']);
});

test('API-05 a parameter with a content is one text of it', () => {
  const writing = { style: 'form', explode: true, mediaType: 'application/json' } as const;
  expect(writePairs('filter', { a: [1] }, writing)).toEqual(['filter=%7B%22a%22%3A%5B1%5D%7D']);
});
