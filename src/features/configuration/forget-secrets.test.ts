import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineKey } from './examine-key.ts';
import { forgetSecrets, forgettableSecrets } from './forget-secrets.ts';
import { instanceSecret } from './instance-secrets.ts';
import {
  createConfigurationFixture,
  type ConfigurationFixture,
} from './testing/configuration-fixture.ts';

const target = { place: { layer: 'org' }, skill: 'weather' } as const;
const scope = { orgId: 'o1', teamId: '', roleId: '', skill: 'weather', secretNames: [] };

let fixture: ConfigurationFixture;
beforeEach(async () => {
  fixture = await createConfigurationFixture();
  const change = { values: { token: 'weather-token', city: 'Bern' }, secretNames: [], by: 'ada' };
  await fixture.configuration.set('o1', target, change);
  await fixture.configuration.providers.set('o1', 'openai', {
    apiKey: 'sk-provider',
    baseUrl: 'https://models.example/v1',
    by: 'ada',
  });
  await instanceSecret(fixture.database, fixture.secrets.box, 'skill-databases');
});
afterEach(() => fixture.drop());

const keyFile = () => join(fixture.dataFolder, 'secret.key');
const given = (secretKey?: string) => ({
  database: fixture.database,
  dataFolder: fixture.dataFolder,
  secretKey,
  now: () => new Date('2026-11-30T03:15:00Z'),
});

test('CFG-03 with the key lost for good the sealed values go, the rest stays, and a start works', async () => {
  rmSync(keyFile());
  expect(await examineKey(given())).toMatchObject({ status: 'lost' });
  expect(await forgettableSecrets(fixture.database)).toEqual({
    values: 1,
    ownSecrets: 1,
    providerKeys: [{ orgId: 'o1', provider: 'openai' }],
  });
  const { keyId, movedTo } = await forgetSecrets(given());
  expect(movedTo).toBeUndefined();
  expect(await fixture.stored()).toContain(keyId);
  const configuration = await fixture.another();
  expect((await configuration.resolve(scope)).values).toEqual({ city: 'Bern' });
  expect(await configuration.providers.access('o1', 'openai')).toEqual({
    baseUrl: 'https://models.example/v1',
    apiKey: undefined,
    models: undefined,
  });
  await configuration.set('o1', target, { values: { token: 'anew' }, secretNames: [], by: 'ada' });
  expect((await configuration.resolve(scope)).values).toEqual({ city: 'Bern', token: 'anew' });
});

test('CFG-03 a key file that opens nothing is moved aside, whole', async () => {
  writeFileSync(keyFile(), 'nonsense\n', { mode: 0o600 });
  const { movedTo } = await forgetSecrets(given());
  expect(movedTo).toBe(`${keyFile()}.replaced-2026-11-30T03-15-00-000Z`);
  expect(readFileSync(movedTo ?? '', 'utf8')).toBe('nonsense\n');
  expect(await examineKey(given())).toEqual({ status: 'works', from: 'file' });
});

test('CFG-03 the variable is the new key where it is set', async () => {
  rmSync(keyFile());
  const secretKey = 'v'.repeat(40);
  await forgetSecrets(given(secretKey));
  expect(readdirSync(fixture.dataFolder)).toEqual([]);
  expect(await examineKey(given(secretKey))).toEqual({ status: 'works', from: 'variable' });
});

test.skipIf(process.getuid?.() === 0)(
  'CFG-03 a key file that this user may not read is not lost',
  async () => {
    chmodSync(keyFile(), 0);
    await expect(forgetSecrets(given())).rejects.toMatchObject({ code: 'conflict' });
  },
);

test('CFG-03 nothing is forgotten while the key is there', async () => {
  const before = await fixture.stored();
  await expect(forgetSecrets(given())).rejects.toMatchObject({ code: 'conflict' });
  // The file's key is in force, whatever the variable is.
  await expect(forgetSecrets(given('v'.repeat(40)))).rejects.toMatchObject({ code: 'conflict' });
  expect(await fixture.stored()).toBe(before);
});
