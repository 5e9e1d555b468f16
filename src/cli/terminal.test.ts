import { expect, test } from 'vitest';
import { printable } from './terminal.ts';

test.each([
  ['plain 文本\n\tindented', 'plain 文本\n\tindented'],
  ['\u001B[31mred\u001B[0m', 'red'],
  ['title \u001B]0;owned\u0007 end', 'title ]0;owned end'],
  ['back\rover\b\b', 'backover'],
  ['c1 \u009B31m', 'c1 31m'],
])('what would command the terminal is taken out: %j', (given, shown) => {
  expect(printable(given)).toBe(shown);
});
