// Dates are told in the zone of whoever reads them: midnight here parts the days.

import { expect, test } from 'vitest';
import { LANGUAGES } from '#base/text.ts';
import { dateGroup, relativeDate } from './relative-date.ts';

const NOW = new Date(2026, 10, 30, 0, 30);

test.each([
  [new Date(2026, 10, 30, 0, 29, 40), 'today', undefined, undefined],
  [new Date(2026, 10, 30, 0, 5), 'today', '25分钟前', '25 min. ago'],
  [new Date(2026, 10, 29, 23, 55), 'yesterday', '35分钟前', '35 min. ago'],
  [new Date(2026, 10, 29, 8), 'yesterday', '昨天', 'yesterday'],
  [new Date(2026, 10, 25), 'thisWeek', '5天前', '5 days ago'],
  [new Date(2026, 10, 1), 'earlier', '11月1日', 'Nov 1'],
  [new Date(2025, 1, 3), 'earlier', '2025年2月3日', 'Feb 3, 2025'],
  [new Date(2026, 10, 30, 0, 31), 'today', undefined, undefined],
])('%s is told by the nights since', (moment, group, ...told) => {
  expect(dateGroup(moment, NOW)).toBe(group);
  expect(LANGUAGES.map((language) => relativeDate(moment, NOW, language))).toEqual(told);
});
