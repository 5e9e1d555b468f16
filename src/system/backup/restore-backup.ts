// `qiao restore`: puts a backup into an empty instance, everything or nothing.

import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import { PLATFORM_SCHEMA } from '../database/database.ts';
import type { BackupOptions, RestoreParts, RestoreReport } from './backup-parts.ts';
import { clearDatabase, refuseFilled } from './empty-instance.ts';
import type { Manifest } from './manifest.ts';
import { openBackup, type OpenBackup } from './open-backup.ts';
import {
  closeNote,
  placeRoots,
  readNote,
  undoNote,
  writeNote,
  type RestoreNote,
} from './place-roots.ts';
import { inPlainForm } from './plain-form.ts';
import { platformShape } from './platform-shape.ts';
import { restoreObjects } from './restore-objects.ts';
import { fillPlatform, inOneTransaction, migrateInside, migrationsOf } from './restore-platform.ts';
import { finishRoles, makeRoles } from './restore-roles.ts';
import { restoreRows } from './restore-rows.ts';
import { planRoots, shortId, stageFiles } from './stage-files.ts';
import { openTeamHands } from './team-hands.ts';

/**
 * Checks the whole file before anything is touched (one that was opened before is checked already, and closed here), then
 * fills database and folders. An instance counts as empty where no
 * table of the platform has a row, there is no skill schema, and no root but the key holds a file. `force` drops the
 * platform's and the skills' schemas in the same transaction and moves the roots aside (`….before-restore-<id>`).
 * Throws `backup-invalid` (cut, tampered with, foreign, newer), `conflict` (not empty), `path-refused`,
 * `database-unavailable`; then nothing has changed. A restore that was killed is undone by the next one.
 */
export async function restoreBackup(
  parts: RestoreParts,
  file: string | OpenBackup,
  options: BackupOptions = {},
): Promise<RestoreReport> {
  try {
    const backup = typeof file === 'string' ? await openBackup(parts, file, options) : file;
    try {
      return await restoreInto(parts, backup, options);
    } finally {
      await backup.zip.close();
    }
  } catch (thrown) {
    if (options.signal?.aborted === true) {
      throw new AppError('stopped', backupTexts.stopped(), { cause: thrown });
    }
    throw databaseFailure(thrown);
  }
}

async function restoreInto(
  parts: RestoreParts,
  backup: OpenBackup,
  options: BackupOptions,
): Promise<RestoreReport> {
  const client = await parts.database.connect();
  try {
    await inPlainForm(client);
    await refuseSecond(client);
    await settleUnfinished(parts, client);
    if (options.force !== true) await refuseFilled(client, parts.roots, backup);
    const id = shortId(parts.newId());
    const planned = await planRoots(parts.roots, backup, id);
    const note = await writeNote(parts.dataFolder, id, planned);
    try {
      await stageFiles({ backup, roots: parts.roots, planned }, options);
      const remarks = await fillDatabase({ parts, client, backup, options, note });
      const kept = await closeNote(parts.dataFolder, note);
      return reportOf(backup.manifest, [
        ...keyRemarks(backup.manifest, parts),
        ...remarks,
        ...kept.map((path) => backupTexts.movedAside(path)),
      ]);
    } catch (thrown) {
      // Where the database can't say whether it was committed, the note stays for the next restore to settle.
      await settleUnfinished(parts).catch(() => undefined);
      throw thrown;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Filling {
  readonly parts: RestoreParts;
  readonly client: Client;
  readonly backup: OpenBackup;
  readonly options: BackupOptions;
  readonly note: RestoreNote;
}

/** The files are put in their place as the last thing before the commit: who is killed in between is undone later. */
async function fillDatabase({ parts, client, backup, options, note }: Filling): Promise<Text[]> {
  const { manifest, objects, zip } = backup;
  const work = { client, zip, options };
  return await inOneTransaction(client, async (transaction) => {
    await clearDatabase(client, backup);
    await migrateInside(transaction, migrationsOf(parts.migrations, backup));
    await fillPlatform(client, () =>
      restoreRows({
        ...work,
        tables: manifest.tables.filter(inPlatform),
        sequences: manifest.sequences.filter(inPlatform),
      }),
    );
    await makeRoles(client, manifest.roles);
    const hands = await openTeamHands(
      client,
      manifest.roles.map(({ name }) => name),
    );
    const shape = await platformShape(client);
    const weaker = await restoreObjects({ client, hands, objects }, () =>
      restoreRows({
        ...work,
        hands,
        tables: manifest.tables.filter((table) => !inPlatform(table)),
        sequences: manifest.sequences.filter((sequence) => !inPlatform(sequence)),
      }),
    );
    await hands.close();
    if ((await platformShape(client)) !== shape)
      throw zip.refuse(backupTexts.why.reachesPlatform());
    await migrateInside(transaction, parts.migrations);
    const refused = await finishRoles(client, manifest.roles, parts);
    await client.query(`comment on schema ${PLATFORM_SCHEMA} is '${signOf(note)}'`);
    await placeRoots(note);
    return [...weaker, ...refused];
  });
}

function inPlatform({ schema }: { readonly schema: string }): boolean {
  return schema === PLATFORM_SCHEMA;
}

function signOf({ id }: RestoreNote): string {
  return `restored ${id}`;
}

const RESTORE_LOCK = 'qiao.restore';

/** One that was killed holds its lock until the database notices, which may be in the middle of a long statement. */
const KILLED_MS = 10_000;
const LOOK_MS = 200;

/** Held until the connection ends. */
async function refuseSecond(client: Client): Promise<void> {
  for (let waitedMs = 0; waitedMs <= KILLED_MS; waitedMs += LOOK_MS) {
    const { rows } = await client.query<{ is_ours: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as is_ours',
      [RESTORE_LOCK],
    );
    if (rows[0]?.is_ours === true) return;
    await delay(LOOK_MS);
  }
  throw new AppError('conflict', backupTexts.restoreRuns());
}

/** A restore that ended before its note was closed: the database says whether it had been committed. */
async function settleUnfinished(parts: RestoreParts, given?: Client): Promise<void> {
  const note = await readNote(parts.dataFolder);
  if (note === undefined) return;
  const client = given ?? (await parts.database.connect());
  try {
    const { rows } = await client.query<{ sign: string | null }>(
      `select obj_description(oid, 'pg_namespace') as sign from pg_namespace where nspname = $1`,
      [PLATFORM_SCHEMA],
    );
    if (rows[0]?.sign === signOf(note)) await closeNote(parts.dataFolder, note);
    else await undoNote(parts.dataFolder, note);
  } finally {
    if (given === undefined) await client.end();
  }
}

function keyRemarks({ keyFrom }: Manifest, parts: RestoreParts): readonly Text[] {
  if (keyFrom === 'setting') {
    return [parts.keyFrom === 'setting' ? backupTexts.keyKept() : backupTexts.keyNeeded()];
  }
  return parts.keyFrom === 'setting' ? [backupTexts.keyShadowed()] : [];
}

function reportOf(manifest: Manifest, remarks: readonly Text[]): RestoreReport {
  return {
    takenAt: new Date(manifest.takenAt),
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files.filter(({ type }) => type === 'file').length,
    leftOut: manifest.leftOut,
    remarks,
  };
}
