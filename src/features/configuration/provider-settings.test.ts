import { afterAll, expect, test } from 'vitest';
import type { ProviderChange } from './provider-settings.ts';
import { createConfigurationFixture } from './testing/configuration-fixture.ts';

const fixture = await createConfigurationFixture();
const { providers } = fixture.configuration;
afterAll(() => fixture.drop());

const KEY = 'sk-provider-123456';
let orgs = 0;

/** An organisation that no other test has, with a key for one address. */
async function newOrg(change: Partial<ProviderChange> = {}): Promise<string> {
  orgs += 1;
  const orgId = `org-${orgs}`;
  const given = { baseUrl: 'https://models.example/v1', apiKey: KEY, by: 'ada', ...change };
  await providers.set(orgId, 'openai', given);
  return orgId;
}

test('CFG-03 a provider’s key is told as set, and only its client gets it', async () => {
  const orgId = await newOrg({ apiKey: ` ${KEY}\n`, models: ['m1', 'm2'] });
  const entry = {
    provider: 'openai',
    baseUrl: 'https://models.example/v1',
    isKeySet: true,
    models: ['m1', 'm2'],
    updatedBy: 'ada',
    updatedAt: expect.any(Date),
  };
  expect(await providers.get(orgId, 'openai')).toEqual(entry);
  expect(await providers.list(orgId)).toEqual([entry]);
  expect(await providers.access(orgId, 'openai')).toEqual({
    baseUrl: 'https://models.example/v1',
    apiKey: KEY,
    models: ['m1', 'm2'],
  });
  expect(await fixture.stored()).not.toContain('sk-provider');
});

test('what a change does not name stays; null clears', async () => {
  const orgId = await newOrg({ models: ['m1'] });
  await providers.set(orgId, 'openai', { models: null, by: 'bob' });
  expect(await providers.get(orgId, 'openai')).toMatchObject({
    isKeySet: true,
    models: undefined,
    updatedBy: 'bob',
  });
  await providers.set(orgId, 'openai', { apiKey: null, by: 'bob' });
  expect(await providers.get(orgId, 'openai')).toMatchObject({ isKeySet: false });
  expect(await providers.access(orgId, 'openai')).toMatchObject({ apiKey: undefined });
});

test('CFG-03 a stored key does not follow the address to another server', async () => {
  const orgId = await newOrg();
  for (const baseUrl of ['https://thief.example/v1', null, '']) {
    await expect(providers.set(orgId, 'openai', { baseUrl, by: 'eve' })).rejects.toThrow(
      /needs its key entered again/,
    );
  }
  await providers.set(orgId, 'openai', { baseUrl: 'https://models.example/v1', by: 'ada' });
  await providers.set(orgId, 'openai', { baseUrl: null, apiKey: 'new-123456', by: 'ada' });
  expect(await providers.access(orgId, 'openai')).toMatchObject({
    baseUrl: undefined,
    apiKey: 'new-123456',
  });
});

test('ORG-01 another organisation has nothing of it', async () => {
  const orgId = await newOrg();
  expect(await providers.get('elsewhere', 'openai')).toBeUndefined();
  expect(await providers.list('elsewhere')).toEqual([]);
  expect(await providers.access('elsewhere', 'openai')).toBeUndefined();
  await providers.remove('elsewhere', 'openai');
  await providers.set('elsewhere', 'openai', { models: [], by: 'eve' });
  expect(await providers.access(orgId, 'openai')).toMatchObject({ apiKey: KEY });
  expect(await providers.access('elsewhere', 'openai')).toMatchObject({ apiKey: undefined });
});

test('CFG-03 a key that somebody copied to another organisation does not open', async () => {
  const orgId = await newOrg();
  await fixture.database.run({
    name: '',
    text: `insert into platform.provider_settings (org_id, provider, sealed_key, updated_by)
           select 'copied', provider, sealed_key, 'eve' from platform.provider_settings
           where org_id = $1`,
    values: [orgId],
  });
  await expect(providers.access('copied', 'openai')).rejects.toThrow(
    /stored key of the model provider "openai" can't be decrypted/,
  );
  await providers.remove('copied', 'openai');
});

test.each([
  [{ baseUrl: 'ftp://host' }, /address of the model service/],
  [{ baseUrl: 'host/v1' }, /address of the model service/],
  [{ baseUrl: 'https://ada:kept-out@host/v1' }, /address of the model service/],
  [{ baseUrl: 'https://host/v1?key=kept-out' }, /address of the model service/],
  [{ apiKey: 'kept-out with blank' }, /key is not usable/],
  [{ apiKey: 'kept-out“' }, /key is not usable/],
  [{ apiKey: 'kept-out'.repeat(1000) }, /key is not usable/],
  [{ models: [''] }, /list of models/],
  [{ models: Array.from({ length: 501 }, (_, at) => `m${at}`) }, /at most 500 names/],
])('what can’t be saved is refused with a sentence (%#)', async (change, told) => {
  const refused = providers.set('refused', 'anthropic', { ...change, by: 'ada' });
  await expect(refused).rejects.toMatchObject({
    code: 'input-invalid',
    message: expect.stringMatching(told),
  });
  await expect(refused).rejects.not.toThrow(/kept-out/);
  expect(await providers.list('refused')).toEqual([]);
});
