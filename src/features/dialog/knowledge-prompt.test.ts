import { expect, test } from 'vitest';
import { knowledgeSkill } from './knowledge-fixture.ts';
import { knowledgeNotice, knowledgePrompt } from './knowledge-prompt.ts';

const telling = { reader: 'read_skill_file', language: 'en' } as const;
const many = (count: number, description: string) =>
  Array.from({ length: count }, (_, at) =>
    knowledgeSkill(`skill-${String(at).padStart(4, '0')}`, description),
  );
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));

test('RUN-10 knowledge skills are told by name and description, sorted by name, with how they are read', () => {
  const skills = [knowledgeSkill('travel', 'Travel\n  rules.'), knowledgeSkill('art', '')];
  const prompt = knowledgePrompt(skills, telling);
  expect(linesOf(prompt.text)).toEqual(['- art', '- travel: Travel rules.']);
  expect(prompt.text).toContain('read it first with read_skill_file');
  expect(prompt.text).not.toContain('shortened');
  expect(knowledgePrompt(skills.toReversed(), telling)).toEqual(prompt);
  expect(prompt.knowledge).toEqual({
    reader: 'read_skill_file',
    skills: [
      { name: 'art', description: '' },
      { name: 'travel', description: 'Travel rules.' },
    ],
  });
});

test('the Chinese words for a skill go with its description', () => {
  const market = { name_zh: '差旅', display_name_zh: null, description_zh: '差旅制度', tags: [] };
  const skill = knowledgeSkill('travel', 'Rules.', { market: market as never });
  expect(knowledgePrompt([skill], { ...telling, language: 'zh' }).text).toContain(
    '- travel: Rules. (差旅：差旅制度)',
  );
});

test.each([
  [7, 2000, 1025],
  [40, 300, 161],
  [100, 300, 61],
])(
  '%i skills of %i characters each keep their names, and all descriptions are cut alike',
  (count, length, kept) => {
    const { text } = knowledgePrompt(many(count, 'x'.repeat(length)), telling);
    const lines = linesOf(text);
    expect(lines).toHaveLength(count);
    for (const line of lines) expect(line).toHaveLength('- skill-0000: '.length + kept);
    expect(lines.join('\n').length).toBeLessThanOrEqual(8000);
    expect(text).toContain('are shortened or left out');
  },
);

test('of thousands only names are told, as many as there is room for, and how many are not', () => {
  const { text, knowledge } = knowledgePrompt(many(3000, 'x'.repeat(300)), telling);
  const lines = linesOf(text);
  expect(lines[0]).toBe('- skill-0000');
  expect(lines.join('\n').length).toBeLessThanOrEqual(8000);
  expect(lines.length).toBeGreaterThan(600);
  expect(text).toContain(`${3000 - lines.length} more knowledge skills are not listed`);
  expect(knowledge?.skills).toHaveLength(3000);
});

test('what may help is told in its order, shortly', () => {
  const skills = [knowledgeSkill('b', 'x'.repeat(1000)), knowledgeSkill('a', 'Short.')];
  const { text } = knowledgeNotice(skills, telling);
  expect(linesOf(text)).toEqual([`- b: ${'x'.repeat(160)}…`, '- a: Short.']);
});
