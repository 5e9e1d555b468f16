import { expect, test } from 'vitest';
import { cutText, cutTextStart } from './cut-text.ts';

test('cuts at the limit, never inside a character', () => {
  expect(cutText('abc', 5)).toBe('abc');
  expect(cutText('abcdef', 3)).toBe('abc');
  expect(cutText('a😀b', 2)).toBe('a');
});

test('keeps the end, never from inside a character', () => {
  expect(cutTextStart('abcdef', 2)).toBe('ef');
  expect(cutTextStart('a😀b', 2)).toBe('b');
});
