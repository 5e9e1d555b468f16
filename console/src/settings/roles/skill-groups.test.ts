// Nothing that a role has, or could have, is left out.

import { expect, test } from 'vitest';
import type { SkillBody } from '#contract/api/skill-routes.ts';
import { fitsWords, skillGroups } from './skill-groups.ts';

const skill = (name: string, fields: Partial<SkillBody> = {}): SkillBody => ({
  name,
  description: `About ${name}`,
  kind: 'handler',
  name_zh: null,
  description_zh: null,
  is_built_in: false,
  why_not: null,
  ...fields,
});
const READ = skill('read_file', { is_built_in: true, name_zh: '读取文件', description_zh: '分页' });
const LATER = skill('later', { why_not: 'Not on this machine.' });

const namesOf = (groups: ReturnType<typeof skillGroups>) =>
  groups.map(({ kind, options }) => [kind, options.map(({ name }) => name)]);

test('what comes with the product stands before what is installed', () => {
  expect(namesOf(skillGroups([LATER, READ], [], 'en'))).toEqual([
    ['builtIn', ['read_file']],
    ['packages', ['later']],
  ]);
});

test('that nothing is installed is a group without options', () => {
  expect(namesOf(skillGroups([READ], [], 'en')).at(-1)).toEqual(['packages', []]);
});

test('a skill that the role names and that is no more is told apart', () => {
  expect(namesOf(skillGroups([READ], ['read_file', 'sold'], 'en')).at(-1)).toEqual([
    'gone',
    ['sold'],
  ]);
});

test('in Chinese the package’s own words are shown, and both names are found', () => {
  const option = skillGroups([READ], [], 'zh')[0]?.options[0];
  expect(option).toMatchObject({ name: 'read_file', title: '读取文件', about: '分页' });
  expect(['READ', '文件', '分'].map((words) => option && fitsWords(option, words))).toEqual([
    true,
    true,
    true,
  ]);
});

test('RUN-10 a knowledge skill is offered, and told to be one', () => {
  const rules = skill('rules', { kind: 'knowledge' });
  expect(skillGroups([rules, LATER], [], 'zh')[1]?.options).toMatchObject([
    { name: 'rules', isKnowledge: true, whyNot: undefined },
    { name: 'later', isKnowledge: false },
  ]);
});

test('why it is not offered here goes with what it does', () => {
  expect(skillGroups([LATER], [], 'en')[1]?.options[0]).toMatchObject({
    about: 'About later',
    whyNot: 'Not on this machine.',
  });
});
