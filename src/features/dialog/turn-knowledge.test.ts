import { expect, test } from 'vitest';
import { knowledgeSkill } from './knowledge-fixture.ts';
import { turnKnowledge } from './turn-knowledge.ts';

const skills = [
  knowledgeSkill('travel', 'Hotels, trains and flights.'),
  knowledgeSkill('brand', 'Logo and colours.'),
  knowledgeSkill('silent', 'Hotels in secret.', { triggerType: 'manual' }),
  knowledgeSkill('booking', 'Books hotels.', { kind: 'handler' }),
];
const asked = { skills, reader: 'reader', language: 'en' } as const;

test('RUN-10, DOC-01 of knowledge that a model may know, all is always told and what may help at the end', async () => {
  const { prompt, notice } = await turnKnowledge({
    ...asked,
    message: 'Which hotels are allowed?',
  });
  expect(prompt?.knowledge?.skills.map(({ name }) => name)).toEqual(['brand', 'travel']);
  expect(prompt?.text).not.toMatch(/silent|booking/);
  expect(notice?.knowledge?.skills.map(({ name }) => name)).toEqual(['travel']);
  expect(notice?.text).toContain('reader');
  const other = await turnKnowledge({ ...asked, message: 'Hello there' });
  expect(other.notice).toBeUndefined();
  expect(other.prompt).toEqual(prompt);
});

test('nothing is told of what can not be read, or where there is none', async () => {
  const message = 'Which hotels are allowed?';
  expect(await turnKnowledge({ ...asked, reader: undefined, message })).toEqual({});
  expect(await turnKnowledge({ ...asked, skills: skills.slice(2), message })).toEqual({});
});
