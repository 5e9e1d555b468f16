import { afterAll, expect, test } from 'vitest';
import type { JsonObject } from '#base/json.ts';
import type { ConfigurationPlace, ConfigurationTarget } from './configuration.ts';
import { createConfiguration } from './create-configuration.ts';
import { createConfigurationFixture } from './testing/configuration-fixture.ts';

const fixture = await createConfigurationFixture();
const { configuration, database } = fixture;
afterAll(() => fixture.drop());

const ORG: ConfigurationPlace = { layer: 'org' };
const TEAM: ConfigurationPlace = { layer: 'team', id: 't1' };
const nowhere = { teamId: '', roleId: '' };
let skills = 0;

/** A skill that no other test has. */
function at(place: ConfigurationPlace): ConfigurationTarget {
  skills += 1;
  return { place, skill: `skill-${skills}` };
}

async function save(
  target: ConfigurationTarget,
  values: JsonObject,
  secretNames: readonly string[] = [],
): Promise<void> {
  await configuration.set('o1', target, { values, secretNames, by: 'ada' });
}

test('CFG-03 a secret is listed as set and never given back; a plain value is', async () => {
  const target = at(TEAM);
  await save(target, { base: 'https://host', pin: 'p1n-123456' }, ['pin']);
  expect(await configuration.list('o1', target)).toEqual([
    {
      name: 'base',
      layer: 'team',
      isSet: true,
      isSecret: false,
      value: 'https://host',
      updatedBy: 'ada',
      updatedAt: expect.any(Date),
    },
    expect.objectContaining({ name: 'pin', isSet: true, isSecret: true, value: undefined }),
  ]);
});

test('CFG-03 nothing of a secret stands in the tables', async () => {
  await save(
    at(ORG),
    {
      pin: 'declared-123456',
      api_key: 'named-123456',
      account: { user: 'ada', password: 'nested-123456' },
      address: 'postgres://ada:inside-123456@db/x',
    },
    ['pin'],
  );
  const stored = await fixture.stored();
  for (const part of ['declared', 'named', 'nested', 'inside']) {
    expect(stored).not.toContain(`${part}-123456`);
  }
});

test('CFG-03 a value that is no secret any more shows the new value, never the old one', async () => {
  const target = at(ORG);
  await save(target, { pin: 'old-123456' }, ['pin']);
  await save(target, { other: 1 });
  expect((await configuration.list('o1', target)).at(1)).toMatchObject({ isSecret: true });
  await save(target, { pin: '' });
  expect((await configuration.list('o1', target)).at(1)).toMatchObject({
    isSecret: false,
    value: '',
  });
  const { values } = await configuration.resolve({
    orgId: 'o1',
    ...nowhere,
    skill: target.skill,
    secretNames: [],
  });
  expect(values).toEqual({ other: 1, pin: '' });
});

test('a change keeps what it does not name, and null takes away', async () => {
  const target = at(ORG);
  await save(target, { a: 1, b: { z: 1, a: [null, true] }, c: 'x' });
  await save(target, { a: null, c: 'y' });
  const listed = await configuration.list('o1', target);
  expect(listed.map(({ name, value }) => [name, JSON.stringify(value)])).toEqual([
    ['b', '{"z":1,"a":[null,true]}'],
    ['c', '"y"'],
  ]);
  await configuration.remove('o1', target, ['c', 'unknown']);
  expect(await configuration.list('o1', target)).toHaveLength(1);
});

test('ORG-01 another organisation sees, changes and removes nothing', async () => {
  const target = at(TEAM);
  await save(target, { base: 'https://host' });
  expect(await configuration.list('o2', target)).toEqual([]);
  await configuration.remove('o2', target, ['base']);
  await configuration.forget('o2', TEAM);
  await configuration.set('o2', target, { values: { base: 'x' }, secretNames: [], by: 'eve' });
  const scope = { teamId: 't1', roleId: '', skill: target.skill, secretNames: [] };
  expect((await configuration.resolve({ orgId: 'o1', ...scope })).values).toEqual({
    base: 'https://host',
  });
  expect((await configuration.resolve({ orgId: 'o3', ...scope })).values).toEqual({});
});

test('what belongs to a team that is no more is forgotten, and nothing else', async () => {
  const target = at({ layer: 'team', id: 't9' });
  await save(target, { a: 1 });
  await save({ ...target, place: ORG }, { a: 2 });
  await save({ ...target, place: { layer: 'role', id: 't9' } }, { a: 3 });
  await configuration.forget('o1', target.place);
  expect(await configuration.list('o1', target)).toEqual([]);
  expect(await configuration.list('o1', { ...target, place: ORG })).toHaveLength(1);
});

test.each([
  ['', /can't be named ""/],
  ['a=b', /can't be named "a=b"/],
  ['1a', /can't be named/],
  ['a b', /can't be named/],
  ['a\0', /can't be named/],
  ['__proto__', /can't be named/],
  ['x'.repeat(129), /at most 128/],
])('a value named %j is refused with a sentence', async (name, told) => {
  const values: JsonObject = Object.fromEntries([[name, 'kept-out-123456']]);
  const refused = save(at(ORG), values);
  await expect(refused).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringMatching(told),
  });
  await expect(refused).rejects.not.toThrow(/kept-out/);
});

test.each(['API_TOKEN', 'base-url', 'a.b', '_x', '城市', 'constructor', 'x'.repeat(128)])(
  'a value may be named %s',
  async (name) => {
    const target = at(ORG);
    await save(target, { [name]: 1 });
    expect((await configuration.list('o1', target)).map((each) => each.name)).toEqual([name]);
  },
);

test('a value that is too large or nested too deeply is refused, and nothing is saved', async () => {
  const target = at(ORG);
  let deep: JsonObject = {};
  for (let level = 0; level < 500; level += 1) deep = { deep };
  await expect(save(target, { fine: 1, big: 'é'.repeat(33_000) })).rejects.toThrow(
    /"big" is too large: it may have 64 KB/,
  );
  await expect(save(target, { fine: 1, deep })).rejects.toThrow(/"deep" is nested too deeply/);
  expect(await configuration.list('o1', target)).toEqual([]);
  await save(target, { big: 'x'.repeat(65_000), odd: '\0 \uD800' });
  expect((await configuration.list('o1', target)).at(1)?.value).toBe('\0 \uD800');
});

function many(from: number): JsonObject {
  return Object.fromEntries(Array.from({ length: 60 }, (_, each) => [`v${from + each}`, each]));
}

test('at most a hundred values, also where two are saved at once', async () => {
  const target = at(ORG);
  const both = await Promise.allSettled([save(target, many(0)), save(target, many(60))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'limit-reached', message: expect.stringContaining('100 configuration') },
  });
  expect(await configuration.list('o1', target)).toHaveLength(60);
});

test.each(['', 'a\nb', 'x'.repeat(201)])('a skill named %j is refused', async (skill) => {
  const target = { place: ORG, skill };
  await expect(save(target, { a: 1 })).rejects.toMatchObject({ code: 'input-invalid' });
});

test('changes that cross each other all end', async () => {
  const target = at(ORG);
  const swap = async (a: string, b: string) => save(target, { [a]: null, [b]: 'some-123456' }, [b]);
  await Promise.all(
    Array.from({ length: 20 }, async (_, each) =>
      each % 2 === 0 ? swap('a', 'b') : swap('b', 'a'),
    ),
  );
  expect(await configuration.list('o1', target)).toHaveLength(1);
});

test('CFG-03 every secret is told for the log’s mask, when saved and when read', async () => {
  const told: string[] = [];
  const parts = { database, secrets: fixture.secrets.box, now: () => new Date() };
  const telling = createConfiguration({ ...parts, onSecrets: (each) => void told.push(...each) });
  const target = at(ORG);
  const values = { plain: 'shown', login: { user: 'ada lovelace', key: 'told-123456' } };
  await telling.set('o1', target, { values, secretNames: [], by: 'ada' });
  expect(told).toEqual(['told-123456']);
  await telling.resolve({ orgId: 'o1', ...nowhere, skill: target.skill, secretNames: [] });
  expect(told).toEqual(['told-123456', 'told-123456']);
});

test('CFG-03 a secret’s name that is neither given nor saved is refused by name, and nothing is saved', async () => {
  const target = at(ORG);
  await expect(save(target, { webhook: 'https://hook' }, ['webhok'])).rejects.toMatchObject({
    code: 'request-invalid',
    message: expect.stringContaining('"webhok"'),
  });
  expect(await configuration.list('o1', target)).toEqual([]);
});

test('CFG-03 what was saved in the clear is sealed when somebody says that it is secret', async () => {
  const target = at(TEAM);
  const url = 'postgres://ada:hidden-123456@db/x';
  await save(target, { webhook: 'https://hook/clear-123456', address: url });
  await save(target, {}, ['webhook', 'address']);
  const listed = await configuration.list('o1', target);
  expect(listed.map(({ name, value }) => [name, value])).toEqual([
    ['address', undefined],
    ['webhook', undefined],
  ]);
  expect(await fixture.stored()).not.toContain('clear-123456');
  const scope = { orgId: 'o1', teamId: 't1', roleId: '', skill: target.skill, secretNames: [] };
  const read = await configuration.resolve(scope);
  expect(read.values).toEqual({ address: url, webhook: 'https://hook/clear-123456' });
  expect(read.secrets).toContain(url);
});

test.each([
  ['of one change', ORG, { api_base: 'a', API_BASE: 'b' }],
  ['of another layer', TEAM, { API_base: 'b' }],
  ['of the same layer', ORG, { Api_Base: 'b' }],
])('a second spelling %s is refused with the first one’s name', async (_, place, values) => {
  const target = at(ORG);
  await save(target, Object.hasOwn(values, 'api_base') ? {} : { api_base: 'a' });
  const saved = save({ ...target, place }, values);
  await expect(saved).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/a configuration value "api_base" already|"API_BASE" already/),
  });
  await save({ ...target, place }, { api_base: 'new' });
});

test('another spelling may take the place of the first in one change', async () => {
  const target = at(ORG);
  await save(target, { api_base: 'a' });
  await save(target, { api_base: null, API_BASE: 'b' });
  expect((await configuration.list('o1', target)).map(({ name }) => name)).toEqual(['API_BASE']);
});

test('CFG-03 a value whose key is gone can be entered anew', async () => {
  const target = at(ORG);
  await save(target, { token: 'lost-123456' });
  await database.run({
    name: '',
    text: `update platform.configurations
           set sealed = 'v1.0011223344556677.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA' where skill = $1`,
    values: [target.skill],
  });
  const scope = { orgId: 'o1', ...nowhere, skill: target.skill, secretNames: [] };
  await expect(configuration.resolve(scope)).rejects.toThrow(/enter the value anew/);
  await save(target, { token: 'anew-123456' });
  expect((await configuration.resolve(scope)).values).toEqual({ token: 'anew-123456' });
});
