import { expect, test } from 'vitest';
import { startInterrupt, turnClockMs } from './turn-clock.ts';
import { manualClock } from './turn-fixture.ts';

test.each([
  [300, 1800, 1_860_000],
  [300, 240, 300_000],
  [300, 241, 301_000],
  [7200, 1800, 7_200_000],
  [0.5, 0.25, 60_250],
])('CLK-02 raises MAX_LOOP_SEC %d to at least TOOL_WALL_SEC %d + 60', (loop, wall, ms) => {
  expect(turnClockMs(loop, wall)).toBe(ms);
});

test('the first cause stays: a stop after the time is up changes nothing', () => {
  const clock = manualClock();
  const stop = new AbortController();
  const interrupt = startInterrupt(stop.signal, 100, clock);
  clock.advance(40);
  expect(interrupt.remainingMs()).toBe(60);
  clock.advance(60);
  stop.abort();
  expect([interrupt.cause(), interrupt.signal.aborted]).toEqual(['time', true]);
});

test('a stop from before the start counts', () => {
  const interrupt = startInterrupt(AbortSignal.abort(), 100, manualClock());
  expect(interrupt.cause()).toBe('stopped');
});
