import { expect, test } from 'vitest';
import { resolveClocks, resolveWallSec } from './wall-clock.ts';

const RULES = { defaultSec: 600, hardcapSec: 1800 };

test.each<[number | undefined, number | undefined, number]>([
  [undefined, undefined, 600],
  [30, undefined, 30],
  [undefined, 90, 90],
  [30, 90, 30],
  [7200, undefined, 1800],
  [undefined, 7200, 1800],
  [0, undefined, 600],
  [-5, 90, 90],
])('CLK-01 declared %o, policy %o: %i s', (declared, policy, seconds) => {
  expect(resolveWallSec(declared, policy, RULES)).toBe(seconds);
});

test('CLK-03 a script gets 60 s, or what its skill declares, under the cap', () => {
  expect(resolveClocks(undefined, 90, RULES)).toEqual({ wallMs: 90_000, processMs: 60_000 });
  expect(resolveClocks(120, undefined, RULES)).toEqual({ wallMs: 120_000, processMs: 120_000 });
  expect(resolveClocks(9999, undefined, RULES).processMs).toBe(1_800_000);
});
