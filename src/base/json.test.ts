import { expect, test } from 'vitest';
import { canonicalJson, isDeeperThan, isJsonObject } from './json.ts';

function nested(levels: number): unknown {
  return JSON.parse('['.repeat(levels) + ']'.repeat(levels));
}

test('canonical JSON does not depend on the order of keys, at any depth', () => {
  expect(canonicalJson({ b: [{ y: 1, x: 2 }], a: null })).toBe('{"a":null,"b":[{"x":2,"y":1}]}');
});

test('canonical JSON of a flat object is the same in any order of its keys', () => {
  const sorted = canonicalJson({ a: 1, b: 'x', c: null });
  expect(sorted).toBe('{"a":1,"b":"x","c":null}');
  expect(canonicalJson({ c: null, b: 'x', a: 1 })).toBe(sorted);
  expect(canonicalJson('text')).toBe('"text"');
});

test('a list and null are no objects', () => {
  expect([[], null, 'x', {}].map((value) => isJsonObject(value))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('counts how deep lists and objects stand in one another, without recursion', () => {
  expect(isDeeperThan('text', 0)).toBe(false);
  expect(isDeeperThan(nested(3), 3)).toBe(false);
  expect(isDeeperThan({ a: [1], b: { c: [] } }, 2)).toBe(true);
  expect(isDeeperThan(nested(100_000))).toBe(true);
});

test('comes to an end with values that stand in themselves or in many places', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic, cyclic);
  expect(isDeeperThan(cyclic)).toBe(true);
  let shared: readonly unknown[] = [];
  for (let level = 1; level < 60; level += 1) shared = [shared, shared];
  expect(isDeeperThan(shared, 60)).toBe(false);
  expect(isDeeperThan(shared, 59)).toBe(true);
});
