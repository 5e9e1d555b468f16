// `qiao backup`: the whole instance in one file, while the server goes on.

import type { BackupOptions, BackupReport, InstanceParts } from './backup-parts.ts';

/**
 * Writes `file` (mode 0600) from one snapshot of the database and the files beside it; it appears whole or not at all.
 * Holds ACCESS SHARE on every table meanwhile: reading and writing go on, changes of tables wait.
 * Throws `conflict` where `file` exists and `force` is not set, `path-refused` where it can't be written,
 * `database-unavailable`.
 */
export async function createBackup(
  parts: InstanceParts,
  file: string,
  options: BackupOptions = {},
): Promise<BackupReport> {
  throw new Error('not yet');
}
