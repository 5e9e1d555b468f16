import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecrets, type Secrets } from './open-secrets.ts';
import {
  createConfigurationFixture,
  type ConfigurationFixture,
} from './testing/configuration-fixture.ts';

const target = { place: { layer: 'org' }, skill: 'weather' } as const;
const scope = { orgId: 'o1', teamId: '', roleId: '', skill: 'weather', secretNames: [] };

let fixture: ConfigurationFixture;
let otherFolder = '';
beforeEach(async () => {
  fixture = await createConfigurationFixture();
  otherFolder = mkdtempSync(join(tmpdir(), 'qiao-other-'));
});
afterEach(async () => {
  await fixture.drop();
  rmSync(otherFolder, { recursive: true, force: true });
});

const keyFile = () => join(fixture.dataFolder, 'secret.key');

function open(dataFolder = fixture.dataFolder, secretKey?: string): Promise<Secrets> {
  return openSecrets({ database: fixture.database, secretKey, dataFolder });
}

async function saveToken(): Promise<void> {
  const change = { values: { token: 'weather-token' }, secretNames: [], by: 'ada' };
  await fixture.configuration.set('o1', target, change);
}

test('CFG-03 a lost key file is told with the remedy, and no new key is made', async () => {
  await saveToken();
  const kept = readFileSync(keyFile());
  rmSync(keyFile());
  await expect(open()).rejects.toMatchObject({
    code: 'secret-unreadable',
    message: expect.stringContaining(`Put the original key file back at "${keyFile()}"`),
  });
  expect(readdirSync(fixture.dataFolder)).toEqual([]);
  writeFileSync(keyFile(), kept, { mode: 0o600 });
  const { secrets } = await (await fixture.another()).resolve(scope);
  expect(secrets).toEqual(['weather-token']);
});

test('CFG-03 also where the canary is missing, a sealed value keeps a new key from being made', async () => {
  await saveToken();
  rmSync(keyFile());
  await fixture.database.run({ name: '', text: 'delete from platform.secret_canary', values: [] });
  await expect(open()).rejects.toMatchObject({ code: 'secret-unreadable' });
  expect(readdirSync(fixture.dataFolder)).toEqual([]);
});

test('CFG-03 an altered canary stops the start', async () => {
  const text = `update platform.secret_canary set sealed = sealed || 'A'`;
  await fixture.database.run({ name: '', text, values: [] });
  await expect(open()).rejects.toThrow(/secret_canary/);
});

test('CFG-03 a second data folder on the same database needs the first one’s key', async () => {
  await expect(open(otherFolder)).rejects.toThrow(/no new key was made/i);
  expect(readdirSync(otherFolder)).toEqual([]);
});

test('CFG-03 of two first starts at once with two data folders one makes the key', async () => {
  await fixture.database.run({ name: '', text: 'delete from platform.secret_canary', values: [] });
  rmSync(keyFile());
  const both = await Promise.allSettled([open(), open(otherFolder), open(), open(otherFolder)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const files = [...readdirSync(fixture.dataFolder), ...readdirSync(otherFolder)];
  expect(files).toEqual(['secret.key']);
});

test('CFG-03 a start that was stopped after making the file goes on with it', async () => {
  await fixture.database.run({ name: '', text: 'delete from platform.secret_canary', values: [] });
  const made = readFileSync(keyFile(), 'utf8');
  await open();
  expect(readFileSync(keyFile(), 'utf8')).toBe(made);
});

test('CFG-03 the variable seals and opens without a file', async () => {
  await fixture.database.run({ name: '', text: 'delete from platform.secret_canary', values: [] });
  rmSync(keyFile());
  const { box } = await open(otherFolder, 'v'.repeat(40));
  const sealed = box.seal(['a'], 'plain');
  const again = await open(otherFolder, 'v'.repeat(40));
  expect(again.box.open(['a'], sealed)).toBe('plain');
  await expect(open(otherFolder, 'w'.repeat(40))).rejects.toMatchObject({
    code: 'secret-unreadable',
  });
  expect(readdirSync(otherFolder)).toEqual([]);
});
