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

test('masks a secret as JSON writes it, line by line, and as a number', () => {
  const key = '-----BEGIN KEY-----\nMIIBVwIBADANBgkqhkiG9w0B\n-----END KEY-----';
  const mask = createSecretMask([key, 'quo"ted-secret', '98765432']);
  expect(mask.text(JSON.stringify({ key }))).toBe('{"key":"***"}');
  expect(mask.text('line MIIBVwIBADANBgkqhkiG9w0B end')).toBe('line *** end');
  expect(mask.text(JSON.stringify('quo"ted-secret'))).toBe('"***"');
  expect(mask.envelope({ pin: 98765432, other: 9876 })).toEqual({ pin: '***', other: 9876 });
});
