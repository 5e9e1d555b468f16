import { expect, test } from 'vitest';
import { fillPlaceholders } from './fill-placeholders.ts';

const folders = { baseDir: '/w/.skills/s$&', workspace: '/w' };

test('CLI-04 placeholders become absolute directories, in both spellings and at any depth', () => {
  const input = {
    a: '{baseDir}/x:${baseDir}',
    deep: [{ b: '${workspace}/y' }, '{workspace}', 1, null, true],
    '{workspace}': 'key',
  };
  expect(fillPlaceholders(input, folders)).toEqual({
    a: '/w/.skills/s$&/x:/w/.skills/s$&',
    deep: [{ b: '/w/y' }, '/w', 1, null, true],
    '{workspace}': 'key',
  });
});

test('CLI-04 other braces stay, and what was filled in is not read again', () => {
  expect(
    fillPlaceholders(
      { a: '{base} {BASEDIR} $workspace {{workspace}}' },
      { ...folders, workspace: '{baseDir}' },
    ),
  ).toEqual({
    a: '{base} {BASEDIR} $workspace {{baseDir}}',
  });
});
