// One PostgreSQL for all tests of a run; each test file makes databases of its own in it.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '#system/database/database.ts';
import { startPostgres } from '#system/postgres/start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the tests' server. */
    readonly postgres: DatabaseAddress & { readonly host: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Not below a home: the server runs as another user than root.
  const folder = mkdtempSync(join('/var/tmp', 'qiao-test-'));
  chmodSync(folder, 0o711);
  const server = await startPostgres({ dataFolder: folder });
  project.provide('postgres', server.superuser);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
