import { expect, test } from 'vitest';
import { isSecretName, secretsIn } from './secret-values.ts';

test.each([
  'api_key',
  'apiKey',
  'OPENAI_API_KEY',
  'apikey',
  'dbPassword',
  'pin_token',
  'credentials',
  'Authorization',
  'oauth',
  'session-cookie',
  'client.secret',
  'X_ACCESS_TOKENS',
])('CFG-03 %s tells a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['author', 'keyword', 'max_tokens', 'maxTokens', 'base_url', 'authority', 'tokenizer'])(
  '%s tells none',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

test('CFG-03 finds the secrets of a value, also inside lists and objects', () => {
  const value = {
    user: 'ada',
    password: 'one',
    list: [{ token: 2 }],
    deep: { key: ['three', null], at: ['redis://:four@host', 'https://host'] },
  };
  expect(secretsIn(value, false)).toEqual(['one', '2', 'three', 'redis://:four@host']);
  expect(secretsIn(value, true)).toEqual([
    'ada',
    'one',
    '2',
    'three',
    'redis://:four@host',
    'https://host',
  ]);
});
