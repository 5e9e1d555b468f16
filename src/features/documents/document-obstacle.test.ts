// Which document skills are not offered where they can't be followed.

import { expect, test } from 'vitest';
import type { SkillPackage } from '#features/packages/index.ts';
import { documentObstacle, type DocumentPlace } from './document-obstacle.ts';

const codeRunner = { run: () => Promise.reject(new TypeError('never')) };

function skillOf(fields: object): SkillPackage {
  const given = { name: 'report', kind: 'document', hasExecutableReferences: true };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole package takes a directory to read
  return { ...given, requires: { container: false }, ...fields } as unknown as SkillPackage;
}

const said = (fields: object, place: DocumentPlace) => documentObstacle(skillOf(fields), place)?.en;

const wantsContainer = { requires: { container: true } };

test.each([
  ['a sandbox', {}, { hasShell: true }],
  ['run_code', {}, { hasShell: false, codeRunner }],
  ['a sandbox that it wants', wantsContainer, { hasShell: true }],
  ['nothing, and nothing to execute', { hasExecutableReferences: false }, { hasShell: false }],
  ['nothing, and a handler of its own', { kind: 'handler' }, { hasShell: false }],
  ['a description', { kind: 'api', apiFile: 'openapi.json' }, { hasShell: false }],
])('DOC-12 with %s it can be followed', (_case, fields, place) => {
  expect(documentObstacle(skillOf(fields), place)).toBeUndefined();
});

test('DOC-12 with neither it says what to install, with run_code alone that it wants a container', () => {
  expect(said({}, { hasShell: false })).toContain('neither a sandbox nor run_code');
  const withCode = { hasShell: false, codeRunner };
  expect(said(wantsContainer, withCode)).toContain('has to run in a container');
  expect(said({ kind: 'api' }, { hasShell: true })).toContain('openapi.yaml');
});
