import { expect, test } from 'vitest';
import { createSecretMask } from './secret-mask.ts';

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

test('masks a secret as a URL writes it', () => {
  const mask = createSecretMask(['a/b c+d&e', '\uD800 alone']);
  expect(mask.text(`https://host/?key=${encodeURIComponent('a/b c+d&e')}&x=1`)).toBe(
    'https://host/?key=***&x=1',
  );
  expect(mask.text('it is \uD800 alone')).toBe('it is ***');
});

test('tells secrets with one beginning apart, and finds one that begins inside a near miss', () => {
  const mask = createSecretMask(['sk-123-one', 'sk-123-three', 'aaaaab']);
  expect(mask.text('sk-123-three sk-123-one sk-123-two')).toBe('*** *** sk-123-two');
  expect(mask.text('aaaaaaaaab')).toBe('aaaa***');
});

test('ten thousand long secrets cost no more than a few', () => {
  const secrets = Array.from({ length: 10_000 }, (_, at) => `${at * 7919}.key.`.padEnd(2000, 'x'));
  const mask = createSecretMask(secrets);
  expect(mask.text(`one ${secrets[7]} two`)).toBe('one *** two');
  const startedAt = performance.now();
  for (let at = 0; at < 1000; at += 1) mask.text(`run-finished in ${at} ms, nothing to see here`);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
