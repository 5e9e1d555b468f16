import { expect, test } from 'vitest';
import { allowsVersion } from './version-specifier.ts';

test.each([
  ['', true],
  ['>=3.9', true],
  ['>=3.9,<3.12', true],
  ['>3.11.2', false],
  ['<3.11', false],
  ['==3.11.*', true],
  ['==3.11', false],
  ['!=3.11.*', false],
  ['!=3.10.*', true],
  ['~=3.10', true],
  ['~=3.11.1', true],
  ['~=3.12', false],
  ['==3.11.2', true],
  ['<=3.11.1', false],
  ['^3.9', false],
  ['three', false],
])('CLI-07 requires-python "%s" allows 3.11.2: %s', (specifier, expected) => {
  expect(allowsVersion(specifier, '3.11.2')).toBe(expected);
});
