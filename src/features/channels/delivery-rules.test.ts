import { expect, test } from 'vitest';
import { afterTry, isPastKnowing, type RetryRules, type TryOutcome } from './delivery-rules.ts';

const RULES: RetryRules = { mostTries: 8, firstMs: 2000, longestMs: 300_000, random: () => 0.5 };
const TRIED = {
  tries: 1,
  triedForMs: 0,
  isInDoubt: false,
  language: 'zh',
  dedupesMs: 0,
} as const;
const REASON = { zh: '太忙', en: 'Too busy.' };
const BUSY: TryOutcome = { status: 'refused', reason: REASON, isPermanent: false };
const NEVER: TryOutcome = { ...BUSY, isPermanent: true };
const LOST: TryOutcome = { status: 'lost', by: 'channel' };

test.each([1, 2, 3, 7])('MSG-06 try %i is waited for twice as long as the one before', (tries) => {
  const waitMs = Math.min(2000 * 2 ** (tries - 1), 300_000);
  expect(afterTry({ ...TRIED, tries }, BUSY, RULES)).toMatchObject({ state: 'queued', waitMs });
});

test('MSG-06 never longer than five minutes, and not all at the same moment', () => {
  const rules = { ...RULES, mostTries: 99 };
  const after = (random: number) =>
    afterTry({ ...TRIED, tries: 50 }, BUSY, { ...rules, random: () => random }).waitMs;
  expect([after(0), after(0.5), after(1)]).toEqual([150_000, 300_000, 450_000]);
});

test.each([
  ['a refusal for good', TRIED, NEVER, 'failed'],
  ['the last of eight tries', { ...TRIED, tries: 8 }, BUSY, 'failed'],
  ['a refusal for good after a lost answer', { ...TRIED, isInDoubt: true }, NEVER, 'unknown'],
  ['a lost answer', TRIED, LOST, 'unknown'],
  ['a lost answer under a key that is known', { ...TRIED, dedupesMs: 60_000 }, LOST, 'queued'],
  ['one under a key that is soon forgotten', { ...TRIED, dedupesMs: 2000 }, LOST, 'unknown'],
  ['the last lost one of all', { ...TRIED, tries: 8, dedupesMs: 60_000 }, LOST, 'unknown'],
] as const)('MSG-06 %s', (...[, tried, outcome, state]) => {
  expect(afterTry(tried, outcome, RULES).state).toBe(state);
});

test('MSG-06 what may be there is asked for only as long as its key is known', () => {
  const doubt = { isInDoubt: true, triedForMs: 1000, dedupesMs: 1000 };
  expect(isPastKnowing(doubt)).toBe(true);
  expect(isPastKnowing({ ...doubt, dedupesMs: 1001 })).toBe(false);
  expect(isPastKnowing({ ...doubt, isInDoubt: false })).toBe(false);
});
