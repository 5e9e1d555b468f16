import { expect, test } from 'vitest';
import { canonicalJson, isJsonObject } from './json.ts';

test('canonical JSON does not depend on the order of keys, at any depth', () => {
  expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null })).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
});

test('a list and null are no objects', () => {
  expect([[], null, 'x', {}].map((value) => isJsonObject(value))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
