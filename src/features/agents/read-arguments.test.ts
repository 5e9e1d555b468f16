import { describe, expect, test } from 'vitest';
import { DEEPEST_JSON } from '#base/json.ts';
import { readArguments } from './read-arguments.ts';

function deep(levels: number): string {
  return `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
}

describe('what is mended without loss', () => {
  test.each([
    ['nothing', '', {}],
    ['white space', ' \n', {}],
    ['null', 'null', {}],
    ['an object', '{"a": 1}', { a: 1 }],
    ['a comma before a brace', '{"a": 1,}', { a: 1 }],
    [
      'commas before brackets at any depth',
      '{"a": [1, 2, ], "b": {"c": 3 , } }',
      { a: [1, 2], b: { c: 3 } },
    ],
    ['a code fence', '```json\n{"a": 1}\n```', { a: 1 }],
    ['a bare code fence', '```\n{"a": 1}```', { a: 1 }],
    ['a raw line break inside a string', '{"a": "x\ny\tz"}', { a: 'x\ny\tz' }],
    ['an object written as a string', JSON.stringify(JSON.stringify({ a: '"' })), { a: '"' }],
  ])('%s', (_, text, input) => {
    expect(readArguments(text, false)).toMatchObject({ status: 'read', input });
  });

  test('leaves commas and brackets inside strings alone', () => {
    const read = readArguments('{"a": ",]", "b": "\\",}",}', false);
    expect(read).toMatchObject({ status: 'read', input: { a: ',]', b: '",}' } });
  });

  test('gives back well-formed arguments byte for byte, mended ones as they were understood', () => {
    expect(readArguments('{ "a":1.0 }', false)).toMatchObject({ text: '{ "a":1.0 }' });
    expect(readArguments('{"a":1.0,}', false)).toMatchObject({ text: '{"a":1}' });
  });
});

describe('what is refused', () => {
  test.each([
    ['a missing brace', '{"city": "Xi’an"', '«{"city": "Xi’an"»'],
    ['an unterminated string', '{"city": "Xi', 'Unterminated string'],
    ['single quotes', "{'a': 1}", 'position 1'],
    ['a second object', '{"a":1}{"a":2}', '«{"a":1}{"a":2}»'],
    ['a word', '{"a": tru}', 'tru'],
    ['a list', '[1]', 'got array'],
    ['a number', '7', 'got number'],
    ['a text', '"Xi’an"', 'got string'],
  ])('GRD-05 %s is a validation failure that quotes the place', (_, text, quoted) => {
    const read = readArguments(text, false);
    expect(read.status === 'unreadable' && read.problem.en).toContain(quoted);
  });

  test('says that the output limit cut them, and never takes half of them for all', () => {
    for (const text of ['', '{"text": "Once upon a ti', '{"a": 1, ']) {
      const read = readArguments(text, true);
      expect(read.status === 'unreadable' && read.problem.en).toContain('output limit');
    }
    expect(readArguments('{"a": 1}', true)).toMatchObject({ status: 'read' });
  });

  test.each([
    ['an object', deep(3000)],
    ['a hundred thousand levels', deep(100_000)],
    ['one level too many', deep(DEEPEST_JSON + 1)],
    ['a list', '['.repeat(3000) + ']'.repeat(3000)],
    ['an object written as a string', JSON.stringify(deep(3000))],
    ['with a comma to mend', `${deep(3000).slice(0, -1)},}`],
  ])('GRD-05 nested too deep is a validation failure that says so (%s)', (_, text) => {
    const read = readArguments(text, false);
    expect(read.status === 'unreadable' && read.problem.en).toContain('400 levels');
  });

  test('takes what is nested as deep as the limit', () => {
    expect(readArguments(deep(DEEPEST_JSON), false)).toMatchObject({ status: 'read' });
  });

  test('quotes no half character', () => {
    const read = readArguments(`{"a": "${'😀'.repeat(30)}", b}`, false);
    expect(read.status === 'unreadable' && read.problem.zh.isWellFormed()).toBe(true);
  });
});
