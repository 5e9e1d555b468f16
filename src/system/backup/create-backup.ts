// `qiao backup`: the whole instance in one file, while the server goes on.

import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { AppError, messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { databaseFailure } from '../database/database-failure.ts';
import { PLATFORM_SCHEMA } from '../database/database.ts';
import type { BackupOptions, BackupReport, InstanceParts } from './backup-parts.ts';
import { readCatalogue, type Catalogue } from './catalogue/read-catalogue.ts';
import { listFiles } from './list-files.ts';
import {
  DIGEST_ENTRY,
  FORMAT_NAME,
  FORMAT_VERSION,
  MANIFEST_ENTRY,
  OBJECTS_ENTRY,
  type Manifest,
} from './manifest.ts';
import { serverVersion } from './plain-form.ts';
import { openSource, type SourceSession } from './source-session.ts';
import { storeFiles } from './store-files.ts';
import { storeRows } from './store-rows.ts';
import { createZipWriter, type ZipWriter } from './zip-writer.ts';

/**
 * Writes `file` (mode 0600) from one snapshot of the database and the files beside it; it appears whole or not at all.
 * Holds ACCESS SHARE on every table meanwhile: reading and writing go on, changes of tables wait.
 * Throws `conflict` where `file` exists and `force` is not set, `path-refused` where it can't be written,
 * `database-unavailable`.
 */
export async function createBackup(
  parts: InstanceParts,
  file: string,
  options: BackupOptions = {},
): Promise<BackupReport> {
  const target = await targetOf(file, options.force === true);
  const session = await openSource(parts.database).catch(rethrowKnown);
  try {
    const zip = await createZipWriter(target);
    try {
      const manifest = await fill(parts, session, { zip, target, options });
      const bytes = await zip.finish();
      const hasKey = parts.keyFrom === 'file' && parts.keyLost === undefined;
      return reportOf(manifest, { file: target, bytes, hasKey });
    } catch (thrown) {
      await zip.abandon();
      throw thrown;
    }
  } catch (thrown) {
    if (options.signal?.aborted === true) {
      throw new AppError('stopped', backupTexts.stopped(), { cause: thrown });
    }
    throw databaseFailure(thrown);
  } finally {
    await session.close();
  }
}

function rethrowKnown(thrown: unknown): never {
  throw databaseFailure(thrown);
}

/** The absolute path, its folder without links; refused where something is there that must not be lost. */
async function targetOf(file: string, isForced: boolean): Promise<string> {
  const folder = await realpath(dirname(resolve(file))).catch((cause: unknown) => {
    const text = backupTexts.cannotWrite(file, messageOf(cause));
    throw new AppError('path-refused', text, { cause });
  });
  const target = join(folder, basename(file));
  const found = await lstat(target).catch(() => undefined);
  if (found === undefined) return target;
  if (!found.isFile()) throw new AppError('path-refused', backupTexts.notAFile(target));
  if (!isForced) throw new AppError('conflict', backupTexts.exists(target));
  return target;
}

interface Work {
  readonly zip: ZipWriter;
  readonly target: string;
  readonly options: BackupOptions;
}

async function fill(
  parts: InstanceParts,
  session: SourceSession,
  { zip, target, options }: Work,
): Promise<Manifest> {
  const { client, schemas } = session;
  const takenAt = parts.now().toISOString();
  const catalogue = await readCatalogue(client, schemas.skills);
  const objects = await zip.add(OBJECTS_ENTRY, inPieces(JSON.stringify(catalogue.objects)));
  const rows = await storeRows(session, zip, { ...options, ...rebuiltBy(catalogue) });
  const found = await listFiles(parts.roots, new Set([target, `${target}.part`]));
  const files = await storeFiles(found.files, zip, options);
  const manifest: Manifest = {
    format: FORMAT_NAME,
    formatVersion: FORMAT_VERSION,
    programVersion: parts.programVersion,
    postgresVersion: await serverVersion(client),
    takenAt,
    keyFrom: parts.keyFrom,
    migrations: await readMigrations(session),
    tables: [...rows.tables],
    sequences: [...rows.sequences],
    objects,
    roles: [...catalogue.roles],
    files: [...files.files],
    leftOut: [
      ...(parts.keyLost === undefined ? [] : [backupTexts.keyLeftOut(parts.keyLost)]),
      ...schemas.foreign.map(({ name, owner }) => backupTexts.schemaNotOurs(name, owner)),
      ...catalogue.leftOut,
      ...rows.leftOut,
      ...found.skipped,
      ...files.skipped,
    ],
  };
  const written = JSON.stringify(manifest, undefined, 1);
  await zip.add(MANIFEST_ENTRY, inPieces(written));
  const digest = createHash('sha256').update(written).digest('hex');
  await zip.add(DIGEST_ENTRY, inPieces(`${digest}\n`));
  return manifest;
}

function inPieces(written: string): Readable {
  return Readable.from([Buffer.from(written)], { objectMode: false });
}

function rebuiltBy({ objects, roles }: Catalogue) {
  const made = new Set(objects.map(({ label }) => label));
  const known = new Set(roles.map(({ name }) => name));
  return {
    isRebuilt: ({ schema, label }: { readonly schema: string; readonly label: string }) =>
      schema === PLATFORM_SCHEMA || made.has(label),
    ownerOf: (owner: string) => (known.has(owner) ? owner : null),
  };
}

async function readMigrations({ client, tables }: SourceSession): Promise<string[]> {
  const isThere = tables.some(
    ({ schema, name }) => schema === PLATFORM_SCHEMA && name === 'migrations',
  );
  if (!isThere) return [];
  const { rows } = await client.query<{ name: string }>(
    `select name from platform.migrations order by name`,
  );
  return rows.map(({ name }) => name);
}

interface Made {
  readonly file: string;
  readonly bytes: number;
  readonly hasKey: boolean;
}

function reportOf(manifest: Manifest, { file, bytes, hasKey }: Made): BackupReport {
  const holds = hasKey ? backupTexts.holdsSecrets(file) : backupTexts.holdsAllButKey(file);
  const remarks: Text[] = [holds];
  if (manifest.keyFrom === 'setting') remarks.push(backupTexts.keyNotInside());
  return {
    file,
    bytes,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: manifest.files.filter(({ type }) => type === 'file').length,
    leftOut: manifest.leftOut,
    remarks,
  };
}
