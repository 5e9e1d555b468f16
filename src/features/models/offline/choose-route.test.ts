import { describe, expect, test } from 'vitest';
import { toolOf } from '../../../../tests/stubs/model-requests.ts';
import type { ModelMessage } from '../chat-model.ts';
import { chooseRoute } from './choose-route.ts';

const date = { type: 'string', description: 'YYYY-MM-DD' };
const diff = toolOf(
  'date-diff',
  { start: date, end: date },
  { description: 'Days, weeks and business days between two dates.' },
);
const note = toolOf('daily-note', { text: { type: 'string' } }, { description: 'Keeps a diary.' });
const forecast = toolOf(
  'forecast',
  { city: { type: 'string' } },
  { description: 'Tells the weather of a city. 查询天气。', required: ['city'] },
);
const tools = [note, diff, forecast];

/** A skill was called, and asked for one parameter. */
function asked(name: string, needed: string): readonly ModelMessage[] {
  const output = { success: false, error: 'Which?', need_param: needed };
  return [
    { role: 'user', text: `/${name}` },
    { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name, argumentsText: '{}' }] },
    { role: 'tool', results: [{ id: 'c', name, output, isError: false }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Which?' }] },
  ];
}

function chosen(before: readonly ModelMessage[], text: string): unknown {
  const found = chooseRoute([...before, { role: 'user', text }], tools);
  return found.status === 'call' ? [found.tool.name, found.argumentsText] : found;
}

describe('while a date is asked for', () => {
  const before = asked('date-diff', 'start');
  test.each([
    ['2026-01-01', 'date-diff', '{"start":"2026-01-01"}'],
    ['2026年1月1日', 'date-diff', '{"start":"2026-01-01"}'],
    ['It was on 2026-01-01.', 'date-diff', '{"start":"2026-01-01"}'],
    ['tomorrow', 'date-diff', '{"start":"tomorrow"}'],
    ['/daily-note hello', 'daily-note', '{"text":"hello"}'],
    ['daily note: hello', 'daily-note', '{"text":"hello"}'],
    ['weather of "Paris"?', 'forecast', '{"city":"Paris"}'],
    ['天气查询', 'forecast', '{"city":"天气查询"}'],
    [
      'how many days between 2026-01-01 and 2026-03-01?',
      'date-diff',
      '{"start":"2026-01-01","end":"2026-03-01"}',
    ],
  ])('what is meant wins: %s', (text, tool, argumentsText) => {
    expect(chosen(before, text)).toEqual([tool, argumentsText]);
  });
});

describe('while a text is asked for', () => {
  const before = asked('daily-note', 'text');
  test.each([
    'Nice weather today, so we went to the lake',
    '今天天气不错，我们去了湖边',
    'Who knows?',
    '/etc/hosts',
  ])('a text that shares a word with another skill is an answer: %s', (text) => {
    expect(chosen(before, text)).toEqual(['daily-note', JSON.stringify({ text })]);
  });

  test('a question that another skill fits is none', () => {
    expect(chosen(before, '北京的天气怎么样？')).toEqual(['forecast', expect.any(String)]);
  });
});

test.each(['/cancel', '/取消', '取消', 'Cancel.'])('%s drops the question', (text) => {
  const before = asked('date-diff', 'start');
  expect(chosen(before, text)).toEqual({ status: 'cancel', question: diff });
  const after: readonly ModelMessage[] = [
    ...before,
    { role: 'user', text },
    { role: 'assistant', parts: [{ type: 'text', text: 'Cancelled.' }] },
  ];
  expect(chosen(after, '2026-01-01')).toEqual({ status: 'none' });
});

test('an unknown command drops the question too', () => {
  const before = asked('date-diff', 'start');
  expect(chosen(before, '/nothing')).toEqual({ status: 'unknown-command', name: 'nothing' });
});

test('/cancel without a question says so, and the bare word is a message like any other', () => {
  expect(chosen([], '/cancel')).toEqual({ status: 'cancel', question: undefined });
  expect(chosen([], 'cancel')).toEqual({ status: 'none' });
});

test('/cancel calls the skill that is named so', () => {
  const own = toolOf('cancel');
  const found = chooseRoute([{ role: 'user', text: '/cancel' }], [own]);
  expect(found).toMatchObject({ status: 'call', tool: own });
});
