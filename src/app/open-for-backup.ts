// Opens an instance as it lies there, not migrated, to be backed up or restored.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RestoreParts } from '#system/backup/backup-parts.ts';
import { openDatabase } from '#system/database/database.ts';
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

export async function openForBackup(settings: Settings): Promise<OpenForBackup> {
  const { dataFolder, workspacesFolder, secretKey } = settings;
  const postgres = await openPostgres(postgresParts(settings));
  const database = openDatabase(postgres.address, { poolSize: 4, statementMs: STATEMENT_MS });
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
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}
