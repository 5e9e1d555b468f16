import { expect, test } from 'vitest';
import { execute as dateDiff } from '../../skills/date-diff/handler.ts';

test.each([
  [
    { start: '2026-11-30', end: '2026-12-05' },
    { days: 5, weeks: 0, business_days: 5 },
  ],
  [
    { start: '2026-12-04', end: '2026-12-07' },
    { days: 3, business_days: 1 },
  ],
  [
    { start: '2026-12-07', end: '2026-12-04' },
    { days: -3, business_days: -1 },
  ],
  [
    { start: '2024-02-28', end: '2024-03-01' },
    { days: 2, business_days: 2 },
  ],
  [
    { start: '2026-01-01', end: '2026-12-31', include_end: true },
    { days: 365, business_days: 261 },
  ],
  [
    { start: '1969-12-29', end: '1970-01-05' },
    { days: 7, weeks: 1, business_days: 5 },
  ],
  [
    {
      start: '2026-12-21',
      end: '2026-12-28',
      holidays: ['2026-12-25', '2026-12-26', '2026-12-25'],
    },
    { days: 7, business_days: 4 },
  ],
])('%j', async (input, data) => {
  expect(await dateDiff(input, {})).toMatchObject({ success: true, data });
});

test('business days agree with a calendar walked day by day', async () => {
  for (let length = 0; length < 30; length += 1) {
    const end = new Date(Date.UTC(2026, 1, 20 + length)).toISOString().slice(0, 10);
    const walked = Array.from({ length }, (_, day) =>
      new Date(Date.UTC(2026, 1, 20 + day)).getUTCDay(),
    ).filter((day) => day % 6 !== 0).length;
    expect(await dateDiff({ start: '2026-02-20', end }, {})).toMatchObject({
      data: { days: length, business_days: walked },
    });
  }
});

test('takes aliases and says so', async () => {
  expect(await dateDiff({ from: '2026-01-01', 结束: '2026-01-02' }, {})).toMatchObject({
    success: true,
    action_note: 'from → start, 结束 → end',
  });
});

test.each([
  [{ end: '2026-01-01' }, 'start'],
  [{ start: '2026-2-3', end: '2026-03-01' }, 'start'],
  [{ start: '2026-02-01', end: '2026-02-30' }, 'end'],
  [{ start: '2026/02/01', end: '2026-02-03' }, 'start'],
  [{ start: 20_260_201, end: '2026-02-03' }, 'start'],
  [{ start: '2026-02-01', end: '2026-02-03', holidays: ['soon'] }, 'holidays'],
  [{ start: '2026-02-01', end: '2026-02-03', holidays: '2026-02-02' }, 'holidays'],
])('refuses %j by the name of the parameter', async (input, name) => {
  expect(await dateDiff(input, {})).toMatchObject({
    success: false,
    error_type: 'recoverable',
    need_param: name,
  });
});
