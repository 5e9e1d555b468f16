import { expect, test } from 'vitest';
import { parseStrictJson } from './strict-json.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['{"a": [1, {"a": 2}, {"a": 3}], "b": {"a": "x\\"y,{[", "c": null}}'],
  ['[{"a": 1}, {"a": 1}]'],
  ['"{\\"a\\": 1, \\"a\\": 2}"'],
  ['{"a": "a", "b": "a"}'],
  ['{"中": "\\ud83d\\ude00 😀"}'],
  [nested(64)],
  ['12'],
])('reads %s as JSON does', (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text));
});

test.each([
  ['{"a": 1, "a": 2}', /"a" twice/],
  ['{"a": 1, "\\u0061": 2}', /"a" twice/],
  ['{"b": [{"x": 1, "y": {}, "x": 2}]}', /"x" twice/],
  ['{"": 1, "": 2}', /twice/],
  ['{"__proto__": 1, "__proto__": 2}', /twice/],
  [nested(65), /64 levels/],
  [`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, /64 levels/],
  ['['.repeat(1_000_000), /64 levels/],
  ['{"a": "x\\u0000"}', /NUL/],
  ['{"x\\u0000": 1}', /NUL/],
  ['["\\ud800"]', /half a character/],
  ['["\\udc00\\ud800"]', /half a character/],
  ['{"a": 1,}', /not valid JSON/],
  ['{"a" 1}', /not valid JSON/],
  ["{'a': 1}", /not valid JSON/],
  ['{"a": NaN}', /not valid JSON/],
  ['{"a": "b', /not valid JSON/],
  ['"\\', /not valid JSON/],
  ['{"a": 1} {"b": 2}', /not valid JSON/],
  ['', /not valid JSON/],
  [']]]', /not valid JSON/],
  ['\u00a0{}', /not valid JSON/],
])('refuses %.40s', (text, problem) => {
  expect(() => parseStrictJson(text)).toThrow(problem);
});

test('tells nothing of what was sent', () => {
  expect(() => parseStrictJson('{"password": "hunter2-secret" oops')).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
  );
});

test('keys of prototypes are keys like others', () => {
  const read = parseStrictJson('{"__proto__": {"isAdmin": true}}') as object;
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect('isAdmin' in read).toBe(false);
});
