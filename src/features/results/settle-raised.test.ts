import { expect, test } from 'vitest';
import { withoutStackTrace } from './exception-text.ts';
import { settleRaised, type RaisedResult } from './settle-raised.ts';

function raised(exception: Partial<RaisedResult['exception']>, rest: Partial<RaisedResult> = {}) {
  return settleRaised({
    skill: 'report',
    language: 'en',
    attempts: 1,
    isIdempotent: undefined,
    exception: { name: 'Error', message: '', classes: [], causes: [], ...exception },
    ...rest,
  });
}

const timeOut = { name: 'TimeoutError', message: 'read timed out', classes: ['TimeoutError'] };

test('ENV-12 any other exception is told by its class and message', () => {
  const { envelope, verdict, decisions } = raised({ name: 'KeyError', message: "'city'" });
  expect(envelope).toMatchObject({ success: false });
  expect(envelope).not.toHaveProperty('error_type');
  expect(envelope['error']).toContain(`"report" raised KeyError: 'city'`);
  expect(verdict).toMatchObject({ status: 'failed', isRecoverable: false, bansSkill: false });
  expect(decisions[0]).toMatchObject({ stage: 'normalise', rule: 'ENV-12' });
});

test('ENV-12 an exception without a message is told by its class', () => {
  expect(raised({ name: 'MemoryError' }).envelope['error']).toContain('raised MemoryError\n');
});

test('ENV-12 a transient fault says how often it was run', () => {
  const { envelope, verdict } = raised(timeOut, { attempts: 3 });
  expect(envelope).toMatchObject({ error_type: 'transient', attempts: 3 });
  expect(envelope['error']).toMatch(/TimeoutError: read timed out[\s\S]*run 3 times/);
  expect(verdict).toMatchObject({ isRecoverable: false, bansSkill: false });
});

test('ENV-12 a transient fault that was not run again says once', () => {
  expect(raised(timeOut).envelope['error']).toContain('run once');
});

test('ENV-12 a missing table bans the skill for the turn', () => {
  const { envelope, verdict } = raised({
    name: 'OperationalError',
    message: 'no such table: orders',
    classes: ['sqlite3.OperationalError'],
  });
  expect(envelope).toMatchObject({ non_retriable: true });
  expect(envelope['error']).toContain('no such table: orders');
  expect(verdict.bansSkill).toBe(true);
});

test('ENV-15 a missing module is a fault of the deployment', () => {
  const { envelope, verdict } = raised({
    name: 'ModuleNotFoundError',
    message: "No module named 'pandas'",
    classes: ['ModuleNotFoundError', 'ImportError'],
  });
  expect(envelope).toMatchObject({ error_type: 'config', non_retriable: true });
  expect(verdict.bansSkill).toBe(true);
});

test('ENV-16 a skill that must not be repeated says that the work may have happened', () => {
  const english = raised(timeOut, { isIdempotent: false });
  expect(english.envelope).toMatchObject({ error_type: 'transient', attempts: 1 });
  expect(english.envelope['error']).toMatch(/not run again: the work may have happened/);
  const chinese = raised(timeOut, { isIdempotent: false, language: 'zh' });
  expect(chinese.envelope['error']).toContain('可能已经生效');
});

test('ENV-16 other exceptions of such a skill are told as they are', () => {
  const { envelope } = raised({ name: 'ValueError', message: 'x' }, { isIdempotent: false });
  expect(envelope).not.toHaveProperty('error_type');
});

test('ENV-09 holds for what exceptions say too', () => {
  const { envelope } = raised({ name: 'PermissionDenied', message: '未授权。请先登录后台' });
  expect(envelope['_hint']).toBe('改用其它技能');
  expect(JSON.stringify(envelope)).not.toContain('请先');
});

test('ENV-12 never shows a stack trace, and bounds what is left', () => {
  const message = `worker died\nTraceback (most recent call last):\n  File "/srv/x.py", line 3, in f\n    g()\nValueError: bad\n${'y'.repeat(9000)}`;
  const { envelope, verdict } = raised({ name: 'RuntimeError', message }, { attempts: 3 });
  const text = verdict.reason;
  expect(envelope['error']).toBe(text);
  expect(text).toContain('worker died\nValueError: bad');
  expect(text).not.toContain('Traceback');
  expect(text).not.toContain('/srv/x.py');
  expect(text?.length).toBeLessThanOrEqual(2000);
});

test('ENV-12 a class name of any length leaves the text bounded', () => {
  const exception = { name: 'E'.repeat(50_000), message: 'm'.repeat(50_000), classes: [] };
  const { envelope, verdict, decisions } = raised(exception);
  expect(envelope['error']).toBe(verdict.reason);
  expect(verdict.reason?.length).toBeLessThanOrEqual(2000);
  expect(decisions[0]?.note.length).toBeLessThan(200);
});

test.each([
  [
    'Error: x\n    at f (/a/b.ts:1:2)\n    at async g (file:///c.ts:3:4)\n    at <anonymous>',
    'Error: x\n    at <anonymous>',
  ],
  ['x\n    at new Promise (<anonymous>)', 'x'],
  ['we meet\n  at noon', 'we meet\n  at noon'],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1\n    f(\n     ^\nSyntaxError: no',
    'SyntaxError: no',
  ],
  ['Traceback (most recent call last):\r\n  File "a.py", line 1\r\nE: x', 'E: x'],
  ['one\ntwo\n', 'one\ntwo'],
  ['', ''],
])('ENV-12 drops the frames of a stack trace and nothing else: %j', (text, kept) => {
  expect(withoutStackTrace(text)).toBe(kept);
});

test('RUN-08 a handler that reached beyond its folders is told which those are', () => {
  const { envelope } = settleRaised({
    skill: 'x',
    language: 'en',
    attempts: 1,
    isIdempotent: undefined,
    exception: {
      name: 'Error',
      message: 'Access to this API has been restricted.',
      classes: ['Error'],
      code: 'ERR_ACCESS_DENIED',
      causes: [],
    },
  });
  expect(envelope['error']).toContain('its own directory and the workspace');
});
