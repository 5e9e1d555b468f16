// The folder of the embedded server's socket: short, since a socket's path has 107 bytes at most, and closed to others.

import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  rmdirSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import type { PostgresFolders } from './postgres-folders.ts';
import { canReach, type ServerAccount } from './server-account.ts';
import { systemCode } from './system-code.ts';

export const SOCKET_PORT = 5432;
const LONGEST_PATH_BYTES = 107;
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;

export interface SocketFolderParts {
  readonly folders: PostgresFolders;
  readonly account: ServerAccount | undefined;
  /** The folder's name below /tmp. */
  readonly name: string;
}

/**
 * Makes the folder where it is missing. Not below `XDG_RUNTIME_DIR`: that one is emptied when the person who
 * started the server signs out, while the server lives on. Throws `database-unavailable` where a stranger holds it.
 */
export function makeSocketFolder({ folders, account, name }: SocketFolderParts): string {
  const usual = join('/tmp', `qiao-${name}`);
  try {
    return makePrivateFolder(usual, account);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // /tmp is missing or can't be written to: below the data, if that is short enough.
    const own = join(folders.data, 'postgres-socket');
    const isShort =
      process.platform === 'win32' || Buffer.byteLength(join(own, SOCKET)) <= LONGEST_PATH_BYTES;
    const isOpen = account === undefined || canReach(folders.data, account, 1);
    if (isShort && isOpen) return makePrivateFolder(own, account);
    const text = postgresTexts.noSocketPlace(`/tmp: ${systemCode(error)}`);
    throw new AppError('database-unavailable', text, { cause: error });
  }
}

export function socketPath(folder: string): string {
  return join(folder, SOCKET);
}

/** What a server that was killed leaves behind. */
export function clearSocketFolder(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith('.s.PGSQL.')) rmSync(join(folder, name), { force: true });
}

export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has just started the server again; or it is gone already.
  }
}

function makePrivateFolder(folder: string, account: ServerAccount | undefined): string {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  const us = process.getuid?.();
  const owner = account?.uid ?? us;
  const stats = lstatSync(folder);
  // Ours until it is handed over: a start may have been killed between the two.
  if (!stats.isDirectory() || (stats.uid !== owner && stats.uid !== us))
    throw new AppError('database-unavailable', postgresTexts.socketOfAnother(folder));
  chmodSync(folder, 0o700);
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}
