import { expect, test } from 'vitest';
import { hideUrlPasswords } from './url-passwords.ts';

test.each([
  ['connect postgres://ada:s3cret@db:5432/x failed', 'connect postgres://ada:***@db:5432/x failed'],
  ['redis://:s3cret@cache and https://u:p@ss@host/', 'redis://:***@cache and https://u:***@host/'],
  ['https://host:8080/a@b', 'https://host:8080/a@b'],
  ['mail ada@host, see https://host', 'mail ada@host, see https://host'],
])('CFG-03 %s', (text, shown) => {
  expect(hideUrlPasswords(text)).toBe(shown);
});

test('no text makes it slow', () => {
  const text = `://${'a.b-'.repeat(50_000)}${'x://:'.repeat(50_000)}`;
  const startedAt = performance.now();
  expect(hideUrlPasswords(text)).toBe(text);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
