// Makes folders step by step: Node's own recursive way never returns where the system refuses with ENOENT, as /proc does.

import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { folderTexts } from '#contract/texts/folder-texts.ts';

/** Of what people said and skills made: other accounts of the machine find nothing of it. */
export const OWN_MODE = 0o700;
/** Less what the account's umask takes away. */
const USUAL_MODE = 0o777;

/**
 * Makes `folder` and what is missing above it; that it is there already is well. Throws `path-refused` with the path
 * and the system's reason, also as `details.systemCode`. What is made gets `mode`: `OWN_MODE` where it is nobody else's.
 */
export async function makeFolder(folder: string, mode = USUAL_MODE): Promise<void> {
  try {
    await makeBelow(resolve(folder), mode);
  } catch (error) {
    throw refused(folder, error);
  }
}

/** The same for code that must not wait. */
export function makeFolderSync(folder: string): void {
  try {
    makeBelowSync(resolve(folder));
  } catch (error) {
    throw refused(folder, error);
  }
}

async function makeBelow(folder: string, mode: number): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeBelow(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!(await isFolder(folder))) throw error;
  }
}

function makeBelowSync(folder: string): void {
  if (isFolderSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeBelowSync(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!isFolderSync(folder)) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function refused(folder: string, cause: unknown): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'UNKNOWN';
  const text = folderTexts.cannotMake(folder, code);
  return new AppError('path-refused', text, { cause, details: { systemCode: code } });
}
