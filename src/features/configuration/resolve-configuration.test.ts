import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import type { ConfigurationPlace } from './configuration.ts';
import { createConfigurationOf } from './configured-skill.ts';
import { createConfigurationFixture } from './testing/configuration-fixture.ts';

const fixture = await createConfigurationFixture();
const { configuration, database } = fixture;
afterAll(() => fixture.drop());

const ORG: ConfigurationPlace = { layer: 'org' };
const TEAM: ConfigurationPlace = { layer: 'team', id: 't1' };
const ROLE: ConfigurationPlace = { layer: 'role', id: 'r1' };
const scope = { orgId: 'o1', teamId: 't1', roleId: 'r1', secretNames: [] };

async function save(skill: string, place: ConfigurationPlace, values: JsonObject): Promise<void> {
  await configuration.set('o1', { place, skill }, { values, secretNames: [], by: 'ada' });
}

test('CFG-04 the nearest layer wins, value by value', async () => {
  await save('near', ORG, { a: 'org', b: 'org', c: 'org', api_key: 'org-key-123' });
  await save('near', TEAM, { b: 'team', c: 'team', api_key: 'team-key-123' });
  await save('near', ROLE, { c: 'role' });
  expect(await configuration.resolve({ ...scope, skill: 'near' })).toEqual({
    values: { a: 'org', b: 'team', c: 'role', api_key: 'team-key-123' },
    secrets: ['team-key-123'],
  });
});

test('CFG-04 what is taken away near shows what is further', async () => {
  await save('back', ORG, { a: 'org' });
  await save('back', ROLE, { a: 'role' });
  await save('back', ROLE, { a: null });
  expect((await configuration.resolve({ ...scope, skill: 'back' })).values).toEqual({ a: 'org' });
});

test('CFG-04 other teams and roles, or none, get the organisation’s values only', async () => {
  await save('other', ORG, { a: 'org' });
  await save('other', TEAM, { a: 'team' });
  await save('other', ROLE, { a: 'role' });
  const others = [
    { teamId: 't2', roleId: 'r2' },
    { teamId: '', roleId: '' },
    // An id of the other kind is none of this one.
    { teamId: 'r1', roleId: 't1' },
  ];
  for (const ids of others) {
    const { values } = await configuration.resolve({ ...scope, ...ids, skill: 'other' });
    expect(values).toEqual({ a: 'org' });
  }
});

test('CFG-01 a skill gets its own entry and nothing of another skill', async () => {
  await save('weather', ORG, { api_key: 'weather-key', city: 'Bern' });
  await save('mail', ORG, { api_key: 'mail-key-1' });
  expect(await configuration.resolve({ ...scope, skill: 'mail' })).toEqual({
    values: { api_key: 'mail-key-1' },
    secrets: ['mail-key-1'],
  });
  for (const skill of ['weathe', 'WEATHER', '%', 'constructor', '']) {
    expect(await configuration.resolve({ ...scope, skill })).toEqual({ values: {}, secrets: [] });
  }
});

test('CFG-03 what execution asks for holds the secrets to mask, also newly declared ones', async () => {
  await save('asked', ORG, {
    pin: 'declared later',
    login: { password: 'inside-123', user: 'ada' },
  });
  const configurationOf = createConfigurationOf({
    configuration,
    secretNamesOf: async (skill) => (skill === 'asked' ? ['pin'] : []),
  });
  const identity = { orgId: 'o1', teamId: '', roleId: 'local', userId: 'u', sessionId: 's' };
  const { secrets } = await configurationOf('asked', identity);
  expect(secrets).toEqual(expect.arrayContaining(['declared later', 'inside-123']));
});

test('a change of this process arrives at once, another’s within two seconds', async () => {
  let time = Date.now();
  const other = await fixture.another(() => new Date(time));
  const seen = async () => (await other.resolve({ ...scope, skill: 'fresh' })).values['a'];
  await save('fresh', ORG, { a: 1 });
  expect(await seen()).toBe(1);
  await save('fresh', ORG, { a: 2 });
  expect((await configuration.resolve({ ...scope, skill: 'fresh' })).values).toEqual({ a: 2 });
  time += 1999;
  expect(await seen()).toBe(1);
  time += 1;
  expect(await seen()).toBe(2);
});

test('a clock that is set back does not keep what is old', async () => {
  let time = Date.now();
  const other = await fixture.another(() => new Date(time));
  await save('clock', ORG, { a: 1 });
  await other.resolve({ ...scope, skill: 'clock' });
  await save('clock', ORG, { a: 2 });
  time -= 3_600_000;
  expect((await other.resolve({ ...scope, skill: 'clock' })).values).toEqual({ a: 2 });
});

function swap(from: string, to: string): Promise<unknown> {
  return database.run({
    name: '',
    text: `update platform.configurations set sealed = replace(sealed, $1, $2) where skill = 'again'`,
    values: [from, to],
  });
}

test('what could not be read is read again the next time', async () => {
  const other = await fixture.another();
  await save('again', ORG, { token: 'again-123456' });
  await swap('v1.', 'v9.');
  await expect(other.resolve({ ...scope, skill: 'again' })).rejects.toThrow(/altered/);
  await swap('v9.', 'v1.');
  expect((await other.resolve({ ...scope, skill: 'again' })).secrets).toEqual(['again-123456']);
});

test.each([
  ['to another organisation', `org_id = 'o2'`, { orgId: 'o2' }],
  ['to another layer', `layer = 'team', layer_id = 't1'`, {}],
  ['to another skill', `skill = 'thief'`, { skill: 'thief' }],
  ['to another name', `name = 'token2'`, {}],
])('CFG-03 a sealed value that somebody moved %s does not open', async (_, moved, where) => {
  const skill = `moved-${moved.length}`;
  await save(skill, ORG, { token: 'moved-123456' });
  await database.run({
    name: '',
    text: `update platform.configurations set ${moved} where skill = '${skill}'`,
    values: [],
  });
  const refused = (await fixture.another()).resolve({ ...scope, skill, ...where });
  await expect(refused).rejects.toMatchObject({ code: 'secret-unreadable' });
  await expect(refused).rejects.not.toThrow(/moved-123456/);
  await database.run({
    name: '',
    text: `delete from platform.configurations where skill = 'thief'`,
    values: [],
  });
});
