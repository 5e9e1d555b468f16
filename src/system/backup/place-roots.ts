// Puts staged roots into their place by renaming, with a note on the disk by which a restore that was killed is undone.

import { existsSync } from 'node:fs';
import { lstat, open, readFile, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { makeFolder } from '../make-folder.ts';
import type { StagedRoot } from './stage-files.ts';

const NOTE = 'restore-unfinished.json';

const noteSchema = z.strictObject({
  /** Also in the database, once the transaction is committed. */
  id: z.string(),
  roots: z.array(
    z.strictObject({
      path: z.string(),
      staged: z.string().nullable(),
      /** Where what was there before is moved. */
      aside: z.string().nullable(),
    }),
  ),
});

export type RestoreNote = z.infer<typeof noteSchema>;

/** Whether a restore was begun there and killed: the instance is not to be used until the next one has settled it. */
export function isRestoreUnfinished(folder: string): boolean {
  return existsSync(join(folder, NOTE));
}

/** Written before the first file is: whatever it names may be there half. */
export async function writeNote(
  folder: string,
  id: string,
  planned: readonly StagedRoot[],
): Promise<RestoreNote> {
  const note: RestoreNote = { id, roots: [] };
  for (const { path, staged } of planned) {
    // The key of a new instance stays where the backup brings none.
    const isReplaced = (await isThere(path)) && (staged !== undefined || (await hasNames(path)));
    const aside = isReplaced ? `${path}.before-restore-${id}` : null;
    note.roots.push({ path, staged: staged ?? null, aside });
  }
  await makeFolder(folder);
  const handle = await open(join(folder, NOTE), 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(note));
    await handle.sync();
  } finally {
    await handle.close();
  }
  return note;
}

export async function readNote(folder: string): Promise<RestoreNote | undefined> {
  const written = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined);
  if (written === undefined) return undefined;
  try {
    return noteSchema.parse(JSON.parse(written));
  } catch {
    // It was cut while it was written: before anything else was done.
    return { id: '', roots: [] };
  }
}

/** Throws `path-refused` where the system refuses; `undoNote` puts back what was moved by then. */
export async function placeRoots({ roots }: RestoreNote): Promise<void> {
  for (const { path, staged, aside } of roots) {
    try {
      if (aside !== null) await rename(path, aside);
      if (staged !== null) await rename(staged, path);
      await syncFolder(dirname(path));
    } catch (cause) {
      const text = backupTexts.cannotWrite(path, messageOf(cause));
      throw new AppError('path-refused', text, { cause });
    }
  }
}

/** As if the restore had never begun. */
export async function undoNote(folder: string, { roots }: RestoreNote): Promise<void> {
  for (const { path, staged, aside } of roots.toReversed()) {
    const isMoved = aside !== null && (await isThere(aside));
    const isPlaced = staged !== null && !(await isThere(staged)) && (await isThere(path));
    if (isPlaced && (aside === null || isMoved)) await removeTree(path);
    if (staged !== null) await removeTree(staged);
    if (isMoved) await rename(aside, path);
  }
  await rm(join(folder, NOTE), { force: true });
}

/** The restore is done. Answers what is kept aside; an empty folder is not worth keeping. */
export async function closeNote(
  folder: string,
  { roots }: RestoreNote,
): Promise<readonly string[]> {
  const kept: string[] = [];
  for (const { aside } of roots) {
    if (aside === null || !(await isThere(aside))) continue;
    const isGone = await rmdir(aside).then(
      () => true,
      () => false,
    );
    if (!isGone) kept.push(aside);
  }
  await rm(join(folder, NOTE), { force: true });
  return kept;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

async function hasNames(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.length > 0;
}

async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
