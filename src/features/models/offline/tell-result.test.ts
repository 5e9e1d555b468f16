import { expect, test } from 'vitest';
import type { JsonValue } from '#base/json.ts';
import type { Language } from '#base/text.ts';
import { toolOf } from '../../../../tests/stubs/model-requests.ts';
import { tellResults } from './tell-result.ts';

const tools = [toolOf('weather', { city: { type: 'string' } }, { required: ['city'] })];

function told(
  output: JsonValue,
  given: { readonly isError?: boolean; readonly language?: Language } = {},
): string {
  const { isError = false, language = 'en' } = given;
  return tellResults([{ id: 'c', name: 'weather', output, isError }], { language, tools });
}

test.each<[string, JsonValue, string]>([
  ['a text', 'It rains.', 'It rains.'],
  ['a message', { ok: true, message: 'It rains.' }, 'It rains.'],
  ['a message and fields', { success: true, data: { message: 'Rain.', mm: 3 } }, 'Rain.\n- mm: 3'],
  [
    'fields',
    { success: true, data: { sky: 'grey', mm: [1, 2] } },
    'The skill weather returned:\n- sky: grey\n- mm: [1,2]',
  ],
  ['a list', { ok: true, data: [1, 2] }, '[1,2]'],
  ['nothing', { ok: true }, 'The skill weather is done and returned nothing to tell.'],
  ['null', null, 'The skill weather is done and returned nothing to tell.'],
  ['a wrapped text', { ok: true, result: 'It rains.' }, 'It rains.'],
  ['a block to be shown', { ok: true, mm: 3, display_md: '| a |\n|---|' }, '| a |\n|---|'],
  [
    'a warning',
    { ok: true, message: 'Half.', warning: '2 of 4 failed' },
    'Half.\nNote: 2 of 4 failed',
  ],
  [
    'a part',
    { ok: true, message: 'Half.', completed: false },
    'Half.\nNote: not all of it was done.',
  ],
  ['an error that is no failure', { error: 'odd' }, 'The skill weather returned:\n- error: odd'],
])('tells %s', (_, output, text) => {
  expect(told(output)).toBe(text);
});

test('hides what is meant for a model, and cuts long fields and long lists of fields', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
  const text = told({ ok: true, _hint: 'for the model', long: 'x'.repeat(2000), ...many });
  expect(text).not.toContain('for the model');
  expect(text.length).toBeLessThan(1500);
  expect(text).toContain('- 11 more');
});

test.each<[string, JsonValue, string]>([
  [
    'the reason for people first',
    { success: false, error: 'E1', user_message: 'Too far.' },
    'The skill weather failed: Too far.',
  ],
  [
    'stderr before error',
    { success: false, error: 'E1', stderr: 'E2' },
    'The skill weather failed: E2',
  ],
  ['no reason', { ok: false, error: '  ' }, 'The skill weather failed and gave no reason.'],
  [
    'where to turn',
    { ok: false, error: 'E', redirect: 'forecast' },
    'The skill weather failed: E\nIt suggests: forecast',
  ],
  [
    'what is missing',
    { ok: false, error: 'Which city?', need_param: 'city' },
    'The skill weather failed: Which city?\nThe skill weather still needs: city.\nAnswer with it, or type: /weather {"city":"…"}\nTo leave the question, type /cancel or any other command.',
  ],
])('tells a failure: %s', (_, output, text) => {
  expect(told(output)).toBe(text);
});

test('tells a failure that only its flag shows, and in Chinese', () => {
  expect(told('boom', { isError: true })).toBe('The skill weather failed: boom');
  expect(told({ ok: false, error: '没有城市' }, { language: 'zh' })).toBe(
    '技能 weather 失败：没有城市',
  );
});
