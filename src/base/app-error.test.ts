import { expect, test } from 'vitest';
import { AppError, messageOf } from './app-error.ts';

test('keeps an AppError as it is', () => {
  const error = new AppError('stopped', { zh: '已停止', en: 'stopped' });
  expect(AppError.from(error)).toBe(error);
});

test('wraps anything else as unexpected, with its cause', () => {
  const cause = new Error('boom');
  expect(AppError.from(cause)).toMatchObject({ code: 'unexpected', message: 'boom', cause });
});

test.each([
  [new Error(''), 'Error'],
  [new TypeError('no'), 'no'],
  ['text', 'text'],
  ['', 'a string was thrown'],
  [undefined, 'a undefined was thrown'],
])('names what was thrown: %o', (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});
