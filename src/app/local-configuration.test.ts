import { expect, test } from 'vitest';
import { configuredSkill } from './local-configuration.ts';

const nothing = { get: async () => undefined };

test('CFG-03 finds the secrets of a configuration, also inside lists and objects', async () => {
  const configurations = {
    x: {
      base: 'https://host',
      api_key: 'key-one',
      pin_token: 1234567,
      account: { user: 'ada', password: 'key-two' },
      credentials: ['key-three', { deep: 'key-four' }],
    },
  };
  const { values, secrets } = await configuredSkill('x', configurations, nothing);
  expect(values).toBe(configurations.x);
  expect(secrets).toEqual(['key-one', '1234567', 'key-two', 'key-three', 'key-four']);
});

test('a skill gets its own entry only, and none by an inherited name', async () => {
  expect(await configuredSkill('y', { x: { a: 1 } }, nothing)).toEqual({ values: {}, secrets: [] });
  expect(await configuredSkill('constructor', {}, nothing)).toEqual({ values: {}, secrets: [] });
});
