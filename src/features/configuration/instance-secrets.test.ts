import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#system/database/testing/test-database.ts';
import { configurationMigrations } from './configuration-migrations.ts';
import { instanceSecret } from './instance-secrets.ts';
import { openSecrets } from './open-secrets.ts';

const database = await createTestDatabase(configurationMigrations);
afterAll(() => database.drop());

test('CFG-03 a secret of the instance is one for all, sealed, and outlives a rotation of the key', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'qiao-secrets-'));
  const secrets = await openSecrets({ database, secretKey: undefined, dataFolder });
  const [one, two] = await Promise.all([
    instanceSecret(database, secrets.box, 'a'),
    instanceSecret(database, secrets.box, 'a'),
  ]);
  expect(one).toHaveLength(32);
  expect(two).toEqual(one);
  expect(await instanceSecret(database, secrets.box, 'b')).not.toEqual(one);
  const [row] = await database.run({
    name: '',
    text: `select sealed from platform.instance_secrets where name = 'a'`,
    values: [],
  });
  expect(String(row?.['sealed'])).not.toContain(one.toString('base64'));
  const { resealed } = await secrets.rotate();
  expect(resealed).toBe(2);
  expect(await instanceSecret(database, secrets.box, 'a')).toEqual(one);
});
