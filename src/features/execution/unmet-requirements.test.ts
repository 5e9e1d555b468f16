import { expect, test } from 'vitest';
import { AppError } from '#base/app-error.ts';
import type { SkillPackage } from '#features/packages/index.ts';
import { unmetRequirement } from './unmet-requirements.ts';

const place = {
  look: async (_: string, names: readonly string[]) => ({
    place: 'docker',
    system: 'linux',
    programs: new Set(names.filter((name) => name === 'curl')),
  }),
};
const skill = (requires: Partial<SkillPackage['requires']>) =>
  ({
    name: 'x',
    requires: { os: [], bins: [], anyBins: [], hostSettings: [], installers: [], ...requires },
  }) as unknown as SkillPackage;

test.each([{}, { bins: ['curl'] }, { anyBins: ['wget', 'curl'] }, { os: ['darwin', 'linux'] }])(
  'PKG-06 nothing lacks for %o',
  async (requires) => {
    expect(await unmetRequirement(skill(requires), place)).toBeUndefined();
  },
);

test.each([
  [{ bins: ['curl', 'ffmpeg'] }, 'the sandbox docker): ffmpeg'],
  [{ anyBins: ['wget', 'aria2c'] }, 'wget / aria2c'],
  [{ os: ['darwin'] }, 'darwin'],
  [{ hostSettings: ['channels.x'] }, 'channels.x'],
  [
    { bins: ['jq'], installers: [{ bins: ['jq'], how: 'brew install jq' }] },
    'its author says: brew install jq',
  ],
])('PKG-06 %o lacks %s', async (requires, lacking) => {
  expect((await unmetRequirement(skill(requires), place))?.en).toContain(lacking);
});

test('PKG-06 a place that does not answer keeps the gate shut, and says so', async () => {
  const text = { zh: '没有回答', en: 'no answer' };
  const silent = {
    ...place,
    look: () => Promise.reject(new AppError('sandbox-unavailable', text)),
  };
  expect(await unmetRequirement(skill({ bins: ['curl'] }), silent)).toEqual(text);
  expect(await unmetRequirement(skill({}), silent)).toBeUndefined();
});
