// `qiao restore`: puts a backup into an empty instance, everything or nothing.

import type { BackupOptions, RestoreParts, RestoreReport } from './backup-parts.ts';

/**
 * Checks the whole file before anything is touched, then fills database and folders. An instance counts as empty where no
 * table of the platform has a row, there is no skill schema, and no root but the key holds a file. `force` drops the
 * platform's and the skills' schemas in the same transaction and moves the roots aside (`….before-restore-<id>`).
 * Throws `backup-invalid` (cut, tampered with, foreign, newer), `conflict` (not empty), `path-refused`,
 * `database-unavailable`; then nothing has changed.
 */
export async function restoreBackup(
  parts: RestoreParts,
  file: string,
  options: BackupOptions = {},
): Promise<RestoreReport> {
  throw new Error('not yet');
}
