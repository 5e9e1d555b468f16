import { expect, test } from 'vitest';
import type { SkillPackage } from '#features/packages/index.ts';
import { unmetRequirement } from './unmet-requirements.ts';

const place = { system: 'linux', hasProgram: (name: string) => name === 'curl' };
const skill = (requires: Partial<SkillPackage['requires']>) =>
  ({
    name: 'x',
    requires: { os: [], bins: [], anyBins: [], ...requires },
  }) as unknown as SkillPackage;

test.each([{}, { bins: ['curl'] }, { anyBins: ['wget', 'curl'] }, { os: ['darwin', 'linux'] }])(
  'nothing lacks for %o',
  (requires) => {
    expect(unmetRequirement(skill(requires), place)).toBeUndefined();
  },
);

test.each([
  [{ bins: ['curl', 'ffmpeg'] }, 'ffmpeg'],
  [{ anyBins: ['wget', 'aria2c'] }, 'wget / aria2c'],
  [{ os: ['darwin'] }, 'darwin'],
])('%o lacks %s', (requires, lacking) => {
  expect(unmetRequirement(skill(requires), place)?.en).toContain(lacking);
});
