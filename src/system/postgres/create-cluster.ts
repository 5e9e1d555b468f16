// Creates the embedded server's cluster, whole or not at all.

import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { programIn } from './find-programs.ts';
import type { PostgresPassword } from './postgres-password.ts';
import { refuseOtherVersion } from './program-version.ts';
import { OWN_FOLDER, runProgram } from './run-program.ts';
import type { ServerAccount } from './server-account.ts';
import type { ServerParts } from './server-parts.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { startFailure } from './start-failure.ts';
import { systemCode } from './system-code.ts';

const FRESH = '.new-';

export function hasCluster(cluster: string): boolean {
  return existsSync(join(cluster, 'PG_VERSION'));
}

/** Throws `database-unavailable` with the reason. Only for who holds the starter's lock. */
export async function createCluster(parts: ServerParts, password: PostgresPassword): Promise<void> {
  const { folders, account } = parts;
  const { cluster } = folders;
  if (existsSync(cluster) && readdirSync(cluster).length > 0)
    throw new AppError('database-unavailable', postgresTexts.notACluster(cluster));
  refuseNoAccount();
  await refuseOtherVersion(parts);
  await removeLeftOvers(folders.data, basename(cluster));
  const fresh = `${cluster}${FRESH}${randomBytes(6).toString('hex')}`;
  const passwordFile = join(
    makeSocketFolder({ folders, account, name: parts.secretName }),
    'password',
  );
  try {
    makePrivate(fresh, account);
    writePassword(passwordFile, password.superuser, account);
    await initialise(parts, fresh, passwordFile);
    await rename(fresh, cluster);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw startFailure({ folders, said: `FATAL: ${String(error)}`, how: systemCode(error) });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

async function initialise(parts: ServerParts, fresh: string, passwordFile: string): Promise<void> {
  const { folders, account, isFolderOpen } = parts;
  const end = await runProgram({
    program: programIn(parts.programs, 'initdb'),
    args: [
      `--pgdata=${isFolderOpen ? fresh : OWN_FOLDER}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // The same order on every machine, and no index that a newer library of the system would break.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    folder: fresh,
    account,
  });
  if (end.failure === undefined) return;
  const failure = startFailure({ folders, said: end.output, how: end.failure });
  const [, reason] = /^initdb: (?:error: )?(.+)$/m.exec(end.output) ?? [];
  if (reason === undefined || failure.text.en.includes('is full')) throw failure;
  const text = postgresTexts.cannotCreate(folders.cluster, reason);
  throw new AppError('database-unavailable', text, { cause: failure });
}

/** initdb asks for the name of the user that it runs as. */
export function refuseNoAccount(): void {
  const uid = process.getuid?.();
  if (uid === undefined || uid === 0) return;
  try {
    userInfo();
  } catch (cause) {
    throw new AppError('database-unavailable', postgresTexts.noAccount(uid), { cause });
  }
}

/** Of a creation that was killed; its initdb may be writing still. */
async function removeLeftOvers(data: string, name: string): Promise<void> {
  for (const entry of readdirSync(data))
    if (entry.startsWith(name + FRESH))
      await rm(join(data, entry), { recursive: true, force: true, maxRetries: 20 });
}

function makePrivate(folder: string, account: ServerAccount | undefined): void {
  mkdirSync(folder, { mode: 0o700 });
  chmodSync(folder, 0o700);
  if (account === undefined) return;
  try {
    chownSync(folder, account.uid, account.gid);
  } catch (cause) {
    const text = postgresTexts.cannotGive(folder, account.name, systemCode(cause));
    throw new AppError('database-unavailable', text, { cause });
  }
}

function writePassword(file: string, password: string, account: ServerAccount | undefined): void {
  writeFileSync(file, password, { mode: 0o600 });
  if (account !== undefined) chownSync(file, account.uid, account.gid);
}
