// A copy of PostgreSQL's programs where the user that runs them can reach them: a clone below /root is closed to it.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { chmod, cp, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { canReach, type ServerAccount } from './server-account.ts';
import { hasAllLinks } from './shared-libraries.ts';

export interface CopyParts {
  readonly native: string;
  readonly version: string;
  readonly account: ServerAccount | undefined;
  readonly dataFolder: string;
}

/** The copy's folder; made once a version, whole or not at all. Throws `database-unavailable` where no place will do. */
export async function copyPrograms(parts: CopyParts): Promise<string> {
  const reasons: string[] = [];
  for (const parent of placesFor(parts)) {
    try {
      return await copyBelow(parent, parts);
    } catch (error) {
      reasons.push(`${parent}: ${messageOf(error)}`);
    }
  }
  const user = parts.account?.name ?? String(process.getuid?.());
  const text = postgresTexts.noPlaceForPrograms(parts.native, user, reasons.join('; '));
  throw new AppError('database-unavailable', text);
}

function placesFor({ account, dataFolder }: CopyParts): readonly string[] {
  const own = join(dataFolder, 'postgres-programs');
  if (account === undefined) return [own];
  const shared = ['/var/lib/qiao', '/var/tmp/qiao'];
  return canReach(dataFolder, account, 1) ? [own, ...shared] : shared;
}

async function copyBelow(parent: string, parts: CopyParts): Promise<string> {
  makeOpenFolder(parent);
  const place = join(parent, `postgres-${parts.version}-${process.platform}-${process.arch}`);
  const lasting = lstatSync(place, { throwIfNoEntry: false });
  if (lasting !== undefined) {
    refuseStrangers(place);
    return place;
  }
  const fresh = `${place}.new-${randomBytes(6).toString('hex')}`;
  try {
    await cp(parts.native, fresh, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    await openToAll(fresh);
    if (!hasAllLinks(fresh)) throw new Error(`${fresh}: no links can be made there`);
    tryOut(fresh, parts.account);
    await rename(fresh, place).catch((error: unknown) => {
      // Another process has put the same there meanwhile.
      if (lstatSync(place, { throwIfNoEntry: false }) === undefined) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return place;
}

/** Everybody's folders are open to traps: what we run from must be ours and nobody else's to write. */
function makeOpenFolder(folder: string): void {
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  } catch (error) {
    if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) throw error;
  }
  refuseStrangers(folder);
}

function refuseStrangers(folder: string): void {
  const stats = lstatSync(folder);
  // oxlint-disable-next-line no-bitwise -- permissions are bits
  const isOurs =
    stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o22) === 0;
  if (!isOurs && process.platform !== 'win32') throw new Error(`${folder} is another user's`);
}

/** Whatever umask the installation had. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) continue;
    // oxlint-disable-next-line no-bitwise -- permissions are bits
    const isRunnable = stats.isDirectory() || (stats.mode & 0o100) !== 0;
    await chmod(path, isRunnable ? 0o755 : 0o644);
  }
}

/** A place may be closed in ways that permissions don't tell: mounted without the right to run, say. */
function tryOut(folder: string, account: ServerAccount | undefined): void {
  const program = join(folder, 'bin', 'postgres');
  const as = account === undefined ? {} : { uid: account.uid, gid: account.gid };
  const { status, error, stderr } = spawnSync(program, ['-V'], {
    ...as,
    cwd: '/',
    encoding: 'utf8',
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr.trim());
}
