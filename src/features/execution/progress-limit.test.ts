import { expect, test, vi } from 'vitest';
import { limitProgress } from './progress-limit.ts';

test('ASY-07 a skill that reports without end is told ten times a second at most, the newest last', () => {
  vi.useFakeTimers();
  const told: unknown[] = [];
  const over = new AbortController();
  const report = limitProgress((fraction, text) => told.push([fraction, text]), over.signal);
  for (let step = 1; step <= 1000; step += 1) report(step / 1000, `step ${step}`);
  expect(told).toEqual([[0.001, 'step 1']]);
  vi.advanceTimersByTime(100);
  expect(told.at(-1)).toEqual([1, 'step 1000']);
  report(null, 'more');
  report(null, 'last');
  over.abort();
  report(null, 'too late');
  vi.advanceTimersByTime(1000);
  expect(told.map((each) => JSON.stringify(each))).toEqual([
    '[0.001,"step 1"]',
    '[1,"step 1000"]',
    '[null,"last"]',
  ]);
  vi.useRealTimers();
});
