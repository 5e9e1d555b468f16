// Which document skills are not offered where they can't be followed.

import { expect, test } from 'vitest';
import type { SkillPackage } from '#features/packages/index.ts';
import { documentObstacle } from './document-obstacle.ts';

const codeRunner = { run: () => Promise.reject(new TypeError('never')) };

function skillOf(fields: object): SkillPackage {
  const given = { name: 'report', kind: 'document', hasExecutableReferences: true };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole package takes a directory to read
  return { ...given, requires: { container: false }, ...fields } as unknown as SkillPackage;
}

test.each([
  ['a sandbox', {}, { hasShell: true }, undefined],
  ['run_code', {}, { hasShell: false, codeRunner }, undefined],
  ['neither', {}, { hasShell: false }, 'neither a sandbox nor run_code'],
  [
    'run_code alone, though it wants a container',
    { requires: { container: true } },
    { hasShell: false, codeRunner },
    'has to run in a container',
  ],
  ['a sandbox that it wants', { requires: { container: true } }, { hasShell: true }, undefined],
  [
    'nothing, and nothing to execute',
    { hasExecutableReferences: false },
    { hasShell: false },
    undefined,
  ],
  ['nothing, and a handler of its own', { kind: 'handler' }, { hasShell: false }, undefined],
  ['nothing to call', { kind: 'api', apiFile: undefined }, { hasShell: true }, 'openapi.yaml'],
  ['a description', { kind: 'api', apiFile: 'openapi.json' }, { hasShell: false }, undefined],
])('DOC-12 with %s', (_case, fields, place, said) => {
  const obstacle = documentObstacle(skillOf(fields), place);
  if (said === undefined) expect(obstacle).toBeUndefined();
  else expect(obstacle?.en).toContain(said);
});
