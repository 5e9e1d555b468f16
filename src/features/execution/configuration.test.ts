import { expect, test } from 'vitest';
import {
  configurationContext,
  configurationEnvironment,
  fillFromConfiguration,
} from './configuration.ts';

const OWN = { api_token: 'secret-1', base: 'https://x', retries: 3 };

test('CFG-01 flattens the own entry into the context, with upper-case aliases', () => {
  expect(configurationContext('weather', OWN)).toEqual({
    api_token: 'secret-1',
    API_TOKEN: 'secret-1',
    base: 'https://x',
    BASE: 'https://x',
    retries: 3,
    RETRIES: 3,
    skill_configs: { weather: OWN, ...OWN },
    skill_args: OWN,
  });
});

test('CFG-01 a configuration key never takes the place of a reserved one', () => {
  const context = configurationContext('weather', {
    role_id: 'other',
    _called_by: 'x',
    workspace_dir: '/evil',
  });
  expect(Object.keys(context).toSorted()).toEqual([
    'ROLE_ID',
    'WORKSPACE_DIR',
    'skill_args',
    'skill_configs',
  ]);
});

test('CFG-01 fills only keys that the code reads, and what was passed explicitly wins', () => {
  const filled = fillFromConfiguration({ base: 'mine' }, OWN, ['base', 'api_token', 'other']);
  expect(filled).toEqual({ base: 'mine', api_token: 'secret-1' });
  const untouched = { city: 'x' };
  expect(fillFromConfiguration(untouched, OWN, [])).toBe(untouched);
});

test('CFG-01 gives a sub-process the original name and upper case, as text', () => {
  const environment = configurationEnvironment({ ...OWN, list: [1], none: null, 'a=b': 'x' });
  expect(environment).toEqual({
    api_token: 'secret-1',
    API_TOKEN: 'secret-1',
    base: 'https://x',
    BASE: 'https://x',
    retries: '3',
    RETRIES: '3',
    list: '[1]',
    LIST: '[1]',
    none: '',
    NONE: '',
  });
});
