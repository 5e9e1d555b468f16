// One PostgreSQL for all tests of a run; each test file makes databases of its own in it.

import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DatabaseAddress } from '#system/database/database.ts';
import { startPostgres } from '#system/postgres/start-postgres.ts';
import { quitServer, serverPid } from '#system/postgres/testing/postgres-user.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the tests' server. */
    readonly postgres: DatabaseAddress & { readonly host: string };
  }
}

/** Not below a home: the server runs as another user than root. */
const PARENT = '/var/tmp';
const PREFIX = 'qiao-test-run-';

/** Called once for each project of the run: they share one server, by sharing its folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftOvers();
  const folder = join(PARENT, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  const server = await startPostgres({ dataFolder: folder });
  project.provide('postgres', server.superuser);
  return async () => {
    await server.stop();
    if (serverPid(folder) === undefined) await rm(folder, { recursive: true, force: true });
  };
}

/** The server outlives a run that is killed, as it is meant to. */
async function removeLeftOvers(): Promise<void> {
  for (const name of readdirSync(PARENT).filter((each) => each.startsWith(PREFIX))) {
    if (isAlive(Number(name.slice(PREFIX.length)))) continue;
    await quitServer(join(PARENT, name));
    await rm(join(PARENT, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
