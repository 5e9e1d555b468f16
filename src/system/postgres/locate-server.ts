// Settles everything about the embedded server that does not change while it runs: folders, user, programs, password.

import { realpathSync } from 'node:fs';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { makeFolder } from '../make-folder.ts';
import { findPrograms } from './find-programs.ts';
import { postgresFolders, secretName } from './postgres-folders.ts';
import { readPassword, type PostgresPassword } from './postgres-password.ts';
import { canReach, serverAccount } from './server-account.ts';
import type { ServerParts } from './server-parts.ts';
import { makeSocketFolder } from './socket-folder.ts';

export interface LocatedServer {
  readonly server: ServerParts;
  readonly password: PostgresPassword;
}

/** Throws `path-refused` or `database-unavailable` with what to do. */
export async function locateServer(
  dataFolder: string,
  given: string | undefined,
): Promise<LocatedServer> {
  await makeFolder(dataFolder);
  const folders = postgresFolders(realpathSync(dataFolder));
  const account = serverAccount(folders.cluster);
  const isFolderOpen = account === undefined || canReach(folders.data, account, 1);
  if (!isFolderOpen && process.platform !== 'linux') {
    const text = postgresTexts.folderClosed(folders.data, account.name);
    throw new AppError('database-unavailable', text);
  }
  const password = readPassword(folders.passwordFile);
  const name = secretName(folders, password.superuser);
  const programs = await findPrograms({ given, account, dataFolder: folders.data });
  const server = {
    folders,
    programs,
    isGivenFolder: given !== undefined,
    account,
    isFolderOpen,
    socketFolder: makeSocketFolder({ folders, account, name }),
    secretName: name,
  };
  return { server, password };
}
