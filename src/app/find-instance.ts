// Whether there is an instance where the settings say, for commands that must not make one.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { instanceTexts } from '#contract/texts/instance-texts.ts';
import { openDatabase } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import type { Settings } from '#system/settings.ts';
import { postgresParts } from './postgres-parts.ts';

/** Throws `not-found`, with the place that was looked at, or `database-unavailable`. */
export async function requireInstance(settings: Settings): Promise<void> {
  if (settings.databaseUrl === undefined) {
    if (existsSync(join(settings.dataFolder, 'postgres', 'PG_VERSION'))) return;
    throw new AppError('not-found', instanceTexts.noneInFolder(settings.dataFolder));
  }
  if (await hasTables(settings)) return;
  throw new AppError('not-found', instanceTexts.noneInDatabase());
}

async function hasTables(settings: Settings): Promise<boolean> {
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 1 });
  try {
    const text = `select 1 where to_regclass('platform.people') is not null`;
    return (await database.run({ name: '', text, values: [] })).length > 0;
  } finally {
    await database.close();
    await postgres.stop();
  }
}
