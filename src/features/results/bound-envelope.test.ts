import { expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import { boundEnvelope, LEAST_RESULT_CHARS } from './bound-envelope.ts';

const LIMITS = [LEAST_RESULT_CHARS, 5000, 48_000];

const odd: readonly (readonly [string, JsonObject])[] = [
  ['a long text', { ok: true, text: '字'.repeat(90_000) }],
  ['pairs only', { ok: true, text: '😀'.repeat(60_000) }],
  [
    'what JSON writes as six characters',
    { text: '\u0000'.repeat(60_000), error: '\uD800'.repeat(9000) },
  ],
  ['many keys', Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key_${n}`, n]))],
  ['long keys', Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}`.repeat(9000), n]))],
  ['long steering fields', { success: false, error: 'e'.repeat(50_000), user_message: 'u'.repeat(50_000), _hint: 'h'.repeat(50_000) }], // prettier-ignore
  ['lists in lists', { ok: true, rows: Array.from({ length: 9000 }, (_, n) => [n, [`${n}`]]) }],
];

test.each(odd)('OFF-01 %s is bounded, and no character is broken', (_, envelope) => {
  for (const language of ['zh', 'en'] as const) {
    for (const limitChars of LIMITS) {
      const bounded = boundEnvelope(envelope, { limitChars, language });
      const json = JSON.stringify(bounded);
      expect(json.length).toBeLessThanOrEqual(limitChars);
      const fits = JSON.stringify(envelope).length <= limitChars;
      expect([bounded === envelope, '_cut' in bounded]).toEqual([fits, !fits]);
      // Half a pair would be written as an escape, where there was none before.
      const hadHalves = JSON.stringify(envelope).includes('\\ud');
      expect(json.includes('\\ud') && !hadHalves).toBe(false);
    }
  }
});

test('OFF-01 what steers the model stays whole, the longest fields are cut first and named', () => {
  const envelope = {
    success: false,
    error: 'The table is locked.',
    need_param: 'table',
    small: { a: 1 },
    trace: 't'.repeat(80_000),
    rows: Array.from({ length: 5000 }, (_, n) => n),
  };
  const bounded = boundEnvelope(envelope, { limitChars: 4000, language: 'en' });
  const { success, error, need_param, small } = envelope;
  expect(bounded).toMatchObject({ success, error, need_param, small });
  expect(bounded['_cut']).toContain('trace, rows');
  expect(JSON.stringify(bounded).length).toBeGreaterThan(3000);
});

function boundedLong(envelope: JsonObject): JsonObject {
  return boundEnvelope(envelope, { limitChars: 48_000, language: 'en' });
}

test('OFF-01 of hundreds of thousands of keys the first that fit are kept, and the rest is counted', () => {
  const keys = Array.from({ length: 200_000 }, (_, n) => [`k${n}`, n] as const);
  const envelope = { ...Object.fromEntries(keys), ok: false };
  const told = boundedLong(envelope);
  expect(told).toMatchObject({ ok: false, k0: 0, k300: 300 });
  expect(told['_cut']).toMatch(/199\d{3}/);
});

test('OFF-01 an envelope that fits is the same object', () => {
  const envelope = { ok: true, text: 'x'.repeat(1000) };
  expect(boundEnvelope(envelope, { limitChars: 2000, language: 'zh' })).toBe(envelope);
});
