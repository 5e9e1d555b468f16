// Keeps a command off an instance that another program works on.

import { AppError } from '#base/app-error.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { Database } from '#system/database/database.ts';

/**
 * Throws `conflict`. To be asked before anything else: every program of ours keeps a connection open to listen, and this
 * one has a single one so far.
 */
export async function refuseWhileServed(database: Database, command: string): Promise<void> {
  const rows = await database.run({
    name: '',
    text: `select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'qiao' and pid <> pg_backend_pid() limit 1`,
    values: [],
  });
  if (rows.length > 0) throw new AppError('conflict', serverTexts.stillServed(command));
}
