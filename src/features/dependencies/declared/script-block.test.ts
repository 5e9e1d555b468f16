import { expect, test } from 'vitest';
import { readScriptBlock } from './script-block.ts';

test('CLI-07 a # /// script block is read as PEP 723 says, also with CRLF and a BOM', () => {
  const lines = [
    '#!/usr/bin/env python3',
    '# /// script',
    '# requires-python = ">=3.11"',
    '# dependencies = [',
    '#   "one<3",',
    '#   "two",',
    '# ]',
    '#',
    '# [tool.other]',
    '# x = 1',
    '# ///',
    'print(1)',
  ];
  const expected = { requirements: ['one<3', 'two'], requiresPython: '>=3.11' };
  expect(readScriptBlock(lines.join('\n'), 'a.py')).toEqual(expected);
  expect(readScriptBlock(`\uFEFF${lines.join('\r\n')}\r\n`, 'a.py')).toEqual(expected);
});

test.each([
  '# dependencies = ["one"]\n',
  '# /// other\n# x = 1\n# ///\n',
  '# /// script\nx = 1\n# ///\n',
  'print("# /// script")\n',
])('CLI-07 %j is no block', (source) => {
  expect(readScriptBlock(source, 'a.py')).toBeUndefined();
});

test.each([
  ['# /// script\n# dependencies = [\n# ///\n', /a\.py.*line \d/],
  ['# /// script\n# dependencies = "one"\n# ///\n', /list of strings/],
  ['# /// script\n# x = 1\n# ///\n\n# /// script\n# x = 1\n# ///\n', /two of them/],
])('CLI-07 the broken block %j is told', (source, message) => {
  expect(() => readScriptBlock(source, 'a.py')).toThrow(message);
});
