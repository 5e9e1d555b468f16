import { expect, test } from 'vitest';
import { createSecretMask } from './mask-secrets.ts';

test('masks a secret wherever it stands, also inside other text and in keys', () => {
  const mask = createSecretMask(['sk-123456', 'sk-123456-long']);
  expect(
    mask.envelope({ a: ['x sk-123456 y'], 'k sk-123456-long': { n: 1, b: 'sk-123456' } }),
  ).toEqual({ a: ['x *** y'], 'k ***': { n: 1, b: '***' } });
  expect(mask.text('Bearer sk-123456-long')).toBe('Bearer ***');
});

test('leaves short values alone: they are ordinary words', () => {
  expect(createSecretMask(['ok', '']).text('ok then')).toBe('ok then');
});
