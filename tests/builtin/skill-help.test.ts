// `skill_help` over the real example packages.

import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { BUILT_IN_FOLDERS } from '#builtin/built-in-skills.ts';
import { createSkillHelp } from '#builtin/skill_help/handler.ts';
import { createCatalogue, type SkillPackage } from '#features/packages/index.ts';
import { makeSkill } from '../make-skill.ts';
import { trustedHost } from './trusted-host.ts';

const EXAMPLES = fileURLToPath(new URL('../../skills', import.meta.url));
let skills: readonly SkillPackage[] = [];
beforeAll(async () => {
  skills = (await createCatalogue({ roots: [...BUILT_IN_FOLDERS, EXAMPLES] })).all();
});
const execute = createSkillHelp({ skills: async () => skills });

test('tells in the language of the turn what there is, grouped, with examples', async () => {
  const host = await trustedHost({ language: 'zh' });
  expect(await execute({}, host)).toMatchObject({
    success: true,
    display_md: expect.stringMatching(
      /### 办公[^]*\*\*每日笔记\*\* \(`daily-note`\): 把一条内容[^]*例如: `\/daily-note/,
    ),
  });
  const english = await execute({}, { ...host, language: 'en' });
  expect(english).toMatchObject({
    display_md: expect.stringMatching(/### Data[^]*\*\*csv-tool\*\*[^]*Needs: `action`, `file`/),
  });
});

test('names only what the role has, and never itself', async () => {
  const host = await trustedHost({ allowedSkills: ['skill_help', 'csv-tool', 'gone'] });
  expect(await execute({}, host)).toMatchObject({
    data: { skills: [{ name: 'csv-tool', required: ['action', 'file'] }], total: 1 },
  });
});

test('a topic narrows it down, by name, words of both languages, category or tag', async () => {
  const host = await trustedHost();
  for (const topic of ['csv-tool', '查看工作区里的 CSV', 'data csv', '表格']) {
    expect(await execute({ topic }, host)).toMatchObject({
      data: { skills: expect.arrayContaining([expect.objectContaining({ name: 'csv-tool' })]) },
    });
  }
});

test('ENV-15 a topic that nothing fits is told with what there is', async () => {
  const host = await trustedHost({ allowedSkills: ['csv-tool'] });
  expect(await execute({ 关键词: 'teleport' }, host)).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: 'topic',
    action_note: '关键词 → topic',
    error: expect.stringContaining('csv-tool'),
  });
});

test('RUN-10 knowledge is told as what is read, not as what is called', async () => {
  const rules = await makeSkill('rules', {
    'SKILL.md': '---\nname: rules\ndescription: House rules.\n---\n```json\n{"a": 1}\n```\n',
  });
  const knowledge = (await createCatalogue({ roots: [rules] })).all();
  const help = createSkillHelp({ skills: async () => knowledge });
  expect(await help({}, await trustedHost({ language: 'zh' }))).toMatchObject({
    data: { skills: [{ name: 'rules', knowledge: true, example: null }] },
    display_md: expect.stringContaining(
      '**rules**: House rules. （知识：直接提问，我会阅读它来回答）',
    ),
  });
});

test('a role without skills hears how they are added', async () => {
  const host = await trustedHost({ allowedSkills: [] });
  expect(await execute({}, host)).toMatchObject({
    success: true,
    data: { total: 0 },
    display_md: expect.stringContaining('settings'),
  });
});
