// The file that holds the master keys: made whole or not at all, its owner's alone, one key a line.

import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { secretTexts } from '#contract/texts/configuration-texts.ts';
import { makeFolderSync } from './make-folder.ts';

const MASTER_BYTES = 32;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
const LARGEST_FILE = 64 * 1024;
const KEY_LINE = /^qiao1\.([\w-]{43})\.([0-9a-f]{8})$/;
const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP']);
const HEADER =
  '# The key of the secrets that Qiao keeps. Store a copy apart from the database: without it they are lost.';

export interface KeyFile {
  /** In the order of the file: the newest last. At least one. */
  readonly masters: readonly Buffer[];
  readonly warnings: readonly Text[];
}

/**
 * Undefined where there is no such file. Takes others' right to read away, with a warning. Throws `secret-unreadable`
 * where the file is empty, cut, altered or can't be used.
 */
export function readKeyFile(file: string): KeyFile | undefined {
  const read = readOwnFile(file);
  if (read === undefined) return undefined;
  const lines = read.content.split(/\r?\n/).map((line, at) => ({ line: line.trim(), at: at + 1 }));
  const masters = lines
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, at }) => {
      const master = masterFrom(line);
      if (master === undefined) throw refused(secretTexts.keyFileCorrupt(file, at));
      return master;
    });
  if (masters.length === 0) throw refused(secretTexts.keyFileEmpty(file));
  return { masters, warnings: read.warnings };
}

/** Makes the file with a new key; where another process was faster, its file stays. */
export function makeKeyFile(file: string): void {
  writeAside(file, [newMaster()], (aside) => {
    try {
      putWhereNothingIs(aside, file);
    } catch (error) {
      if (systemCodeOf(error) !== 'EEXIST') throw error;
    }
  });
}

function putWhereNothingIs(aside: string, file: string): void {
  try {
    linkSync(aside, file);
  } catch (error) {
    // A file system without hard links.
    if (!NO_HARD_LINKS.has(systemCodeOf(error))) throw error;
    copyFileSync(aside, file, constants.COPYFILE_EXCL);
  }
}

export function replaceKeyFile(file: string, masters: readonly Buffer[]): void {
  writeAside(file, masters, (aside) => renameSync(aside, file));
}

export function newMaster(): Buffer {
  return randomBytes(MASTER_BYTES);
}

/** The key of a line as the file writes it. */
export function masterFrom(line: string): Buffer | undefined {
  const [, encoded = '', checksum = ''] = KEY_LINE.exec(line) ?? [];
  const master = Buffer.from(encoded, 'base64url');
  return master.length === MASTER_BYTES && checksumOf(master) === checksum ? master : undefined;
}

function lineOf(master: Buffer): string {
  return `qiao1.${master.toString('base64url')}.${checksumOf(master)}`;
}

function checksumOf(master: Buffer): string {
  return createHash('sha256').update('qiao key line').update(master).digest('hex').slice(0, 8);
}

function readOwnFile(
  file: string,
): { readonly content: string; readonly warnings: readonly Text[] } | undefined {
  let handle: number | undefined;
  try {
    // Without waiting: a pipe in its place would never open.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(handle);
    if (!facts.isFile() || facts.size > LARGEST_FILE) {
      throw refused(secretTexts.keyFileRefused(file, facts.isFile() ? 'EFBIG' : 'EISDIR'));
    }
    const warnings = keepFromOthers(file, handle, facts.mode);
    return { content: readFileSync(handle, 'utf8'), warnings };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = systemCodeOf(error);
    if (code === 'ENOENT') return undefined;
    throw refused(secretTexts.keyFileRefused(file, code), error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function keepFromOthers(file: string, handle: number, mode: number): readonly Text[] {
  // Windows has no such bits; there the folder's access list keeps others out.
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return [];
  try {
    fchmodSync(handle, OWNER_ONLY);
  } catch (error) {
    throw refused(secretTexts.keyFileOpen(file), error);
  }
  return [secretTexts.keyFileWasOpen(file)];
}

/** Writes beside the file, on to the disk, and lets `put` bring it into place. */
function writeAside(file: string, masters: readonly Buffer[], put: (aside: string) => void): void {
  const aside = `${file}.${randomBytes(6).toString('hex')}.part`;
  makeFolderSync(dirname(file));
  try {
    const handle = openSync(aside, 'wx', OWNER_ONLY);
    try {
      writeFileSync(handle, [HEADER, ...masters.map(lineOf), ''].join('\n'));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    put(aside);
    syncFolder(dirname(file));
  } catch (error) {
    throw refused(secretTexts.keyFileRefused(file, systemCodeOf(error)), error);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** So that the name survives a power cut too; Windows can't and need not. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}

function refused(text: Text, cause?: unknown): AppError {
  return new AppError('secret-unreadable', text, { cause });
}
