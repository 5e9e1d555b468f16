// Opens an instance as it lies there, not migrated, to be backed up or restored.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { examineKey, type KeyState } from '#features/configuration/index.ts';
import type { RestoreParts } from '#system/backup/backup-parts.ts';
import { openDatabase, type Database } from '#system/database/database.ts';
import { openPostgres } from '#system/postgres/open-postgres.ts';
import type { Settings } from '#system/settings.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';
import { postgresParts } from './postgres-parts.ts';
import { refuseWhileServed } from './refuse-while-served.ts';
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
  const { dataFolder, secretKey } = settings;
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 4, statementMs: STATEMENT_MS });
  const close = async (): Promise<void> => {
    await database.close();
    await postgres.stop();
  };
  try {
    if (isRestore) await refuseWhileServed(database, 'restore');
    const key = isRestore ? undefined : await examineKey({ database, secretKey, dataFolder });
    return { parts: partsOf(settings, database, key), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function partsOf(
  { dataFolder, workspacesFolder, secretKey }: Settings,
  database: Database,
  key: KeyState | undefined,
): RestoreParts {
  const isOfVariable = key?.status === 'works' ? key.from === 'variable' : secretKey !== undefined;
  return {
    database,
    roots: [
      { name: 'secret.key', kind: 'file', path: join(dataFolder, 'secret.key') },
      { name: 'workspaces', kind: 'folder', path: workspacesFolder },
      // What lies in an S3-compatible store is that store's to back up.
      { name: 'blobs', kind: 'folder', path: join(dataFolder, 'blobs') },
    ],
    keyFrom: isOfVariable ? 'setting' : 'file',
    ...(key?.status === 'lost' && { keyLost: key.reason }),
    programVersion: VERSION,
    now: () => new Date(),
    migrations: PLATFORM_MIGRATIONS,
    newId: randomUUID,
    dataFolder,
  };
}
