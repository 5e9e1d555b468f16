// A database with the tables of this feature, and its secrets below a data folder of its own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '#system/database/testing/test-database.ts';
import { configurationMigrations } from '../configuration-migrations.ts';
import type { Configuration } from '../configuration.ts';
import { createConfiguration } from '../create-configuration.ts';
import { openSecrets, type Secrets } from '../open-secrets.ts';

export interface ConfigurationFixture {
  readonly database: TestDatabase;
  readonly dataFolder: string;
  readonly secrets: Secrets;
  readonly configuration: Configuration;
  /** As another process with the same data folder has it; its caches are its own. */
  another(now?: () => Date): Promise<Configuration>;
  /** Everything that stands in the feature's tables, as text. */
  stored(): Promise<string>;
  drop(): Promise<void>;
}

export async function createConfigurationFixture(): Promise<ConfigurationFixture> {
  const database = await createTestDatabase(configurationMigrations);
  const dataFolder = mkdtempSync(join(tmpdir(), 'qiao-configuration-'));
  const open = () => openSecrets({ database, secretKey: undefined, dataFolder });
  const another: ConfigurationFixture['another'] = async (now = () => new Date()) =>
    createConfiguration({ database, secrets: (await open()).box, now });
  return {
    database,
    dataFolder,
    secrets: await open(),
    configuration: await another(),
    another,
    async stored() {
      const rows = await database.run({
        name: '',
        text: `select row_to_json(c)::text as row from platform.configurations c
               union all select row_to_json(p)::text from platform.provider_settings p
               union all select row_to_json(s)::text from platform.secret_canary s`,
        values: [],
      });
      return rows.map(({ row }) => String(row)).join('\n');
    },
    async drop() {
      await database.drop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
