// Makes folders step by step: Node's own recursive way never returns where the system refuses with ENOENT, as /proc does.

import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { folderTexts } from '#contract/texts/folder-texts.ts';

/**
 * Makes `folder` and what is missing above it; that it is there already is well. Throws `path-refused` with the path
 * and the system's reason, also as `details.systemCode`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeBelow(resolve(folder));
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

async function makeBelow(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeBelow(parent);
  try {
    await mkdir(folder);
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
