// Opens an instance as it lies there, not migrated, to be backed up or restored.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { RestoreParts } from '#system/backup/backup-parts.ts';
import { openDatabase, type Database } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import type { Settings } from '#system/settings.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';
import { postgresParts } from './postgres-parts.ts';
import { VERSION } from './version.ts';

export interface OpenForBackup {
  readonly parts: RestoreParts;
  /** Leaves the database. */
  close(): Promise<void>;
}

/** A statement of a backup may take as long as the largest table does. */
const STATEMENT_MS = 24 * 3600 * 1000;

/**
 * Throws `conflict` where it `isRestore` and another program of the instance works on the database, beside what
 * `openPostgres` throws.
 */
export async function openForBackup(
  settings: Settings,
  { isRestore }: { readonly isRestore: boolean },
): Promise<OpenForBackup> {
  const { dataFolder, workspacesFolder, secretKey } = settings;
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 4, statementMs: STATEMENT_MS });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
  };
  try {
    if (isRestore) await refuseWhileServed(database);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    parts: {
      database,
      roots: [
        { name: 'secret.key', kind: 'file', path: join(dataFolder, 'secret.key') },
        { name: 'workspaces', kind: 'folder', path: workspacesFolder },
      ],
      keyFrom: secretKey === undefined ? 'file' : 'setting',
      programVersion: VERSION,
      now: () => new Date(),
      migrations: PLATFORM_MIGRATIONS,
      newId: randomUUID,
      dataFolder,
    },
    close,
  };
}

/** Every program of ours keeps a connection open to listen; this one has a single one so far. */
async function refuseWhileServed(database: Database): Promise<void> {
  const rows = await database.run({
    name: '',
    text: `select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'qiao' and pid <> pg_backend_pid() limit 1`,
    values: [],
  });
  if (rows.length > 0) throw new AppError('conflict', serverTexts.stillServed());
}
