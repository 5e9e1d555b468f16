// Looks at a backup before the instance that it goes into is opened, or made.

import type { BackupOptions } from '#system/backup/backup-parts.ts';
import { openBackup, type OpenBackup } from '#system/backup/open-backup.ts';
import { PLATFORM_MIGRATIONS } from './platform-migrations.ts';

/** As in `openForBackup`. */
const ROOTS = [{ name: 'secret.key' }, { name: 'workspaces' }, { name: 'blobs' }];

/** Checks all of it. Throws `backup-invalid`; the caller closes its `zip`. */
export function examineBackup(file: string, options: BackupOptions): Promise<OpenBackup> {
  return openBackup({ migrations: PLATFORM_MIGRATIONS, roots: ROOTS }, file, options);
}
