import { expect, test } from 'vitest';
import { gather, toolOf } from '../../../../tests/stubs/model-requests.ts';
import type { ModelMessage, SystemMessage } from '../chat-model.ts';
import { createOfflineModel } from './offline-model.ts';

const model = createOfflineModel({ language: 'en', asker: 'operator', newCallId: () => 'id' });
const reader = 'read_skill_file';
const tools = [
  toolOf('date-diff', {}, { description: 'Days between two dates.' }),
  toolOf(reader, { skill: { type: 'string' } }, { required: ['skill'] }),
];
const travel = { name: 'travel', description: 'Hotels and trains.' };
const brand = { name: 'brand', description: 'Logo and colours.' };
const told = (...skills: readonly (typeof travel)[]): SystemMessage => ({
  role: 'system',
  text: 'For models that read.',
  knowledge: { reader, skills },
});

async function said(text: string, notice?: SystemMessage): Promise<string> {
  const messages: readonly ModelMessage[] = [
    told(brand, travel),
    { role: 'user', text },
    ...(notice === undefined ? [] : [notice]),
  ];
  return (await gather(model, { messages, tools })).text;
}

test('where only knowledge fits, it is named with how it is read', async () => {
  const text = await said('How much may a hotel cost?', told(travel));
  expect(text).toContain('No skill does this by itself, but the answer may be in:');
  expect(text).toContain(
    '- travel: Hotels and trains.\nTo read one: /read_skill_file {"skill":"travel"}',
  );
  expect(text).not.toContain('brand');
  expect(text).toContain('I am the offline responder');
});

test('a tool that fits is called all the same', async () => {
  const messages = [
    told(travel),
    { role: 'user', text: 'days between dates' } as const,
    told(travel),
  ];
  const { finish } = await gather(model, { messages, tools });
  expect(finish?.parts).toMatchObject([{ type: 'tool-call', name: 'date-diff' }]);
});

test('help lists knowledge beside what can be called, and so does what nothing fits', async () => {
  for (const text of ['/help', 'Sing a song']) {
    const answer = await said(text);
    expect(answer).toContain('- /date-diff: Days between two dates.');
    expect(answer).toContain(
      'Knowledge skills to read:\n- brand: Logo and colours.\n- travel: Hotels and trains.\nTo read one: /read_skill_file {"skill":"brand"}',
    );
  }
});

test('a command that names knowledge is told what it is', async () => {
  expect(await said('/travel Paris')).toBe(
    'travel is a knowledge skill: a text to read, not a program to run.\n\nHotels and trains.\n\nTo read one: /read_skill_file {"skill":"travel"}',
  );
  expect(await said('/train')).toContain('There is no skill named train.');
});

test('many are told in part, with how many there are', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ ...travel, name: `t${at}` }));
  const messages: readonly ModelMessage[] = [told(...many), { role: 'user', text: '/help' }];
  const { text } = await gather(model, { messages, tools });
  expect(text).toContain('Knowledge skills to read (20 of 30):');
  expect(text).not.toContain('- t20:');
});
