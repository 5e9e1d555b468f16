import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { settleReturned } from '#features/results/index.ts';
import { fallbackAnswer } from './fallback-answer.ts';
import type { EndedCall } from './run-calls.ts';

function ended(tool: string, value: JsonObject): EndedCall {
  const result = settleReturned({ skill: tool, value, language: 'en' });
  return {
    call: {
      id: tool,
      tool,
      argumentsText: '{}',
      arguments: { status: 'read', input: {}, text: '{}' },
      signature: '{}',
    },
    state: result.verdict.status === 'failed' ? 'failed' : 'done',
    result,
    told: result.envelope,
  };
}

test('says in the words of the skill what was done and what was not', () => {
  const calls = [
    ended('mail', { success: true, message: 'sent\n to 3' }),
    ended('table', { ok: true, rows: 2, _hint: 'for the model' }),
    ended('quiet', { ok: true }),
    ended('bad', { success: false, error: 'E42 at 0x1', user_message: 'The printer is off.' }),
  ];
  expect(fallbackAnswer(calls, { limit: 'time' }, 'en')).toBe(
    [
      'This turn has used up its time, and the model gave no answer.',
      'Done (3):',
      '- mail: sent to 3',
      '- table: {"rows":2}',
      '- quiet: done (it said nothing more)',
      'Not done (1):',
      '- bad: The printer is off.',
    ].join('\n'),
  );
});

test('its figures add up however many calls there were, and it stays short', () => {
  const calls = Array.from({ length: 40 }, (_, n) =>
    ended('t', { ok: true, text: '长'.repeat(999 + n) }),
  );
  const answer = fallbackAnswer(calls, { limit: 'rounds' }, 'zh');
  expect(answer).toContain('已完成 40 项');
  expect(answer).toContain('- 另有 28 项');
  expect(answer.length).toBeLessThan(4000);
});

test('says what to do where nothing was run', () => {
  expect(fallbackAnswer([], {}, 'en')).toBe(
    'The model gave no answer. No tool was run. Send the message again, perhaps in other words.',
  );
});
