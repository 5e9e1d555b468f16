import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { settleReturned } from './settle-returned.ts';

const settle = (value: JsonObject) => settleReturned({ skill: 'x', value, language: 'en' });

const RECOVERABLE: readonly JsonObject[] = [
  { error_type: 'recoverable' },
  { error_type: 'retryable' },
  { error_type: 'need_input' },
  { error_type: 'need_param' },
  { need_param: 'city' },
  { need_param: null },
];

test.each(RECOVERABLE)('ENV-05 a failure with %o is recoverable and gets a hint', (fields) => {
  const { verdict, envelope } = settle({ success: false, error: 'no', ...fields });
  expect(verdict).toMatchObject({ status: 'failed', isRecoverable: true });
  expect(envelope['_hint']).toEqual(expect.stringMatching(/./));
});

test.each([{}, { error_type: 'config' }, { error_type: 'transient' }])(
  'ENV-05 a failure with %o is not recoverable',
  (fields) => {
    expect(settle({ success: false, error: 'no', ...fields }).verdict.isRecoverable).toBe(false);
  },
);

test('ENV-06 non_retriable bans on an unrecoverable failure only', () => {
  const failure = { success: false, error: 'no', non_retriable: true };
  expect(settle(failure).verdict.bansSkill).toBe(true);
  expect(settle({ ...failure, error_type: 'recoverable' }).verdict.bansSkill).toBe(false);
  expect(settle({ ...failure, need_param: 'city' }).verdict.bansSkill).toBe(false);
  expect(settle({ ...failure, success: true }).verdict.bansSkill).toBe(false);
});

const STATUSES: readonly (readonly [JsonObject, string])[] = [
  [{ success: true }, 'done'],
  [{ success: true, completed: true, warning: '' }, 'done'],
  [{ success: true, completed: false }, 'partial'],
  [{ rows: [], warning: 'half of it' }, 'partial'],
  [{ success: false, completed: false, warning: 'x' }, 'failed'],
  [{ ok: false }, 'failed'],
];

test.each(STATUSES)('ENV-07 the status of %o is %s', (value, status) => {
  expect(settle(value).verdict.status).toBe(status);
});
