// `read_skill_file` on real packages.

import { expect, test } from 'vitest';
import * as z from 'zod';
import { estimateText } from '#base/estimate-text.ts';
import type { JsonObject } from '#base/json.ts';
import { createReadSkillFile } from '#builtin/read_skill_file/handler.ts';
import { createCatalogue } from '#features/packages/index.ts';
import type { TrustedHost } from '#features/runtimes/index.ts';
import { makeSkill } from '../make-skill.ts';
import { trustedHost } from './trusted-host.ts';

const LONG = `${'住宿标准每晚四百元。\n'.repeat(5000)}完`;
const roots = [
  await makeSkill('travel', {
    'SKILL.md': '---\nname: travel\ndescription: Travel rules.\n---\nSee references/hotels.md.\n',
    'references/hotels.md': LONG,
  }),
  await makeSkill('payroll', {
    'SKILL.md': '---\nname: payroll\ndescription: Secret.\n---\nEverybody earns the same.\n',
  }),
];
const catalogue = await createCatalogue({ roots });
const execute = createReadSkillFile({ readable: () => catalogue.all(), pageTokens: 100_000 });

async function read(input: JsonObject, changes: Partial<TrustedHost> = {}) {
  return execute(input, await trustedHost(changes));
}

test('DOC-05 reads a skill by its name, its document first, and names by page what it names', async () => {
  expect(await read({ skill: 'travel' })).toEqual({
    success: true,
    data: {
      skill: 'travel',
      file: 'SKILL.md',
      offset: 1,
      next_offset: null,
      total_characters: 74,
      text: expect.stringContaining('See references/hotels.md.'),
    },
  });
  const first = await read({ skill: 'travel', file: 'references/hotels.md' });
  expect(first).toMatchObject({
    data: { next_offset: 40_001, total_characters: 55_001 },
    note: expect.stringContaining('offset=40001'),
  });
  const second = await read({ skill: 'travel', path: 'references/hotels.md', offset: '40001' });
  expect(second).toMatchObject({
    data: { offset: 40_001, next_offset: null, text: LONG.slice(40_000) },
    action_note: 'path → file',
  });
});

test('DOC-05 a page is no longer than what is told of it, and reads on from there', async () => {
  const small = createReadSkillFile({ readable: () => catalogue.all(), pageTokens: 1000 });
  const host = await trustedHost();
  const texts: string[] = [];
  for (let offset: unknown = 1; offset !== null;) {
    const input = { skill: 'travel', file: 'references/hotels.md', offset: Number(offset) };
    const { data } = z
      .object({ data: z.object({ text: z.string(), next_offset: z.number().nullable() }) })
      .parse(await small(input, host));
    expect(estimateText(data.text)).toBeLessThanOrEqual(1000);
    texts.push(data.text);
    offset = data.next_offset;
  }
  expect(texts.join('')).toBe(LONG);
  expect(texts.length).toBeLessThan(65);
  expect(await read({ skill: 'travel', limit: 10 })).toMatchObject({ data: { next_offset: 11 } });
});

test('DOC-05 a role reads the skills that it was handed, and no others', async () => {
  const host = { allowedSkills: ['travel', 'read_skill_file'] };
  expect(await read({ skill: 'travel' }, host)).toMatchObject({ success: true });
  const refused = await read({ skill: 'payroll' }, host);
  expect(refused).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: 'skill',
    error: 'This role has no skill "payroll" to read. It has: travel.',
  });
  expect(await read({ skill: 'nothing' }, host)).toMatchObject({
    error: 'This role has no skill "nothing" to read. It has: travel.',
  });
  expect(await read({ skill: '../payroll' }, host)).toMatchObject({ success: false });
});

test('ENV-15 what can be corrected names its parameter and what to do', async () => {
  for (const [input, parameter, told] of [
    [{}, 'skill', '请给出要阅读的技能的名字：payroll、travel'],
    [{ skill: 'travel', file: '../payroll/SKILL.md' }, 'file', '不在这个技能的目录里'],
    [{ skill: 'travel', file: 'references/hotel.md' }, 'file', 'references/hotels.md'],
    [{ skill: 'travel', offset: 78 }, 'offset', '它有 74 个字符'],
    [{ skill: 'travel', offset: 'first' }, 'offset', '整数'],
  ] as const) {
    expect(await read(input, { language: 'zh' })).toMatchObject({
      success: false,
      error_type: 'recoverable',
      need_param: parameter,
      user_message: expect.stringContaining(told),
    });
  }
});
