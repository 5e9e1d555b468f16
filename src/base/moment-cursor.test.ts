import { expect, test } from 'vitest';
import { momentCursor, readMomentCursor } from './moment-cursor.ts';

test('a cursor reads as what it was made of', () => {
  const place = { moment: new Date('2026-11-30T06:40:34.073Z'), id: 'a-b_c' };
  expect(readMomentCursor(momentCursor(place))).toEqual(place);
});

test.each([
  '',
  '_',
  '1_x',
  'now_x',
  'Jan 1_x',
  '2026-01-01_x',
  '2026-13-01T00:00:00.000Z_x',
  '+275760-09-13T00:00:00.000Z_x',
  '-271821-04-20T00:00:00.000Z_x',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z_',
  '2026-01-01T00:00:00.000Z_\0',
  "2026-01-01T00:00:00.000Z_x' or true",
])('%j is no cursor', (text) => {
  expect(readMomentCursor(text)).toBeUndefined();
});
