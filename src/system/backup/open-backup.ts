// Opens a backup and checks all of it, before anything is touched: nothing in it is believed before.

import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { BackupOptions, RestoreParts } from './backup-parts.ts';
import { schemaObject, type SchemaObject } from './catalogue/schema-object.ts';
import { isExpectedStatement } from './expected-statements.ts';
import {
  DIGEST_ENTRY,
  FORMAT_VERSION,
  manifestHead,
  manifestSchema,
  MANIFEST_ENTRY,
  OBJECTS_ENTRY,
  storedEntries,
  type InstanceFile,
  type Manifest,
} from './manifest.ts';
import { isSafeLink, isSafePath } from './safe-paths.ts';
import { openZipReader, type ZipReader } from './zip-reader.ts';

const { why } = backupTexts;
const MOST_LIST_BYTES = 256 * 1024 * 1024;

export interface OpenBackup {
  readonly zip: ZipReader;
  readonly manifest: Manifest;
  readonly objects: readonly SchemaObject[];
}

/** Throws `backup-invalid`, saying what is wrong where. The caller closes `zip`. */
export async function openBackup(
  parts: Pick<RestoreParts, 'migrations'> & {
    readonly roots: readonly { readonly name: string }[];
  },
  file: string,
  options: BackupOptions,
): Promise<OpenBackup> {
  const zip = await openZipReader(file);
  try {
    const manifest = await readManifest(zip);
    checkMigrations(zip, manifest, parts);
    checkEntries(zip, manifest);
    checkPaths(zip, manifest.files, new Set(parts.roots.map(({ name }) => name)));
    await checkContents(zip, manifest, options);
    return { zip, manifest, objects: await readObjectList(zip) };
  } catch (thrown) {
    await zip.close();
    throw thrown;
  }
}

async function readManifest(zip: ZipReader): Promise<Manifest> {
  if (!zip.names.has(MANIFEST_ENTRY)) throw zip.refuse(why.noManifest());
  const written = await zip.readWhole(MANIFEST_ENTRY, MOST_LIST_BYTES);
  const digest = (await zip.readWhole(DIGEST_ENTRY, 1000)).toString().trim();
  if (createHash('sha256').update(written).digest('hex') !== digest) {
    throw zip.refuse(why.checksum(MANIFEST_ENTRY));
  }
  const value = parseJson(zip, written, MANIFEST_ENTRY);
  const head = manifestHead.safeParse(value);
  if (!head.success) throw zip.refuse(why.noManifest(), head.error);
  if (head.data.formatVersion > FORMAT_VERSION) {
    const text = backupTexts.newerBackup(zip.file, head.data.programVersion);
    throw new AppError('backup-invalid', text);
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw zip.refuse(why.badManifest(firstIssue(parsed.error)), parsed.error);
}

function parseJson(zip: ZipReader, written: Buffer, entry: string): unknown {
  try {
    return JSON.parse(written.toString());
  } catch (thrown) {
    throw zip.refuse(why.badManifest(`${entry}: ${messageOf(thrown)}`), thrown);
  }
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? error.message : `${issue.path.join('.')}: ${issue.message}`;
}

function checkMigrations(
  zip: ZipReader,
  manifest: Manifest,
  { migrations }: Pick<RestoreParts, 'migrations'>,
): void {
  const unknown = manifest.migrations.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) throw zip.refuse(why.unknownMigration(unknown));
}

/** Exactly the entries of the list, each once and of the size it says. */
function checkEntries(zip: ZipReader, manifest: Manifest): void {
  const listed = new Set([MANIFEST_ENTRY, DIGEST_ENTRY]);
  for (const stored of storedEntries(manifest)) {
    if (listed.has(stored.entry)) throw zip.refuse(why.badManifest(stored.entry));
    listed.add(stored.entry);
    zip.checkSize(stored);
  }
  const surplus = [...zip.names].find((name) => !listed.has(name));
  if (surplus !== undefined) throw zip.refuse(why.surplus(surplus));
  if (manifest.objects.entry !== OBJECTS_ENTRY) throw zip.refuse(why.missing(OBJECTS_ENTRY));
}

/** Each path once, below a folder of the list, never below a file or a link. */
function checkPaths(
  zip: ZipReader,
  files: readonly InstanceFile[],
  roots: ReadonlySet<string>,
): void {
  const folders = new Set<string>();
  const taken = new Set<string>();
  for (const file of files) {
    const { root, path } = file;
    const shown = `${root}/${path}`;
    if (!roots.has(root)) throw zip.refuse(backupTexts.unknownRoot(root));
    const parent = path === '' ? undefined : `${root}/${path.split('/').slice(0, -1).join('/')}`;
    const isPlaced = parent === undefined || folders.has(parent);
    if (!isSafePath(path) || taken.has(shown) || !isPlaced) throw zip.refuse(why.path(shown));
    taken.add(shown);
    if (file.type === 'folder') folders.add(shown);
    if (file.type === 'link' && (path === '' || !isSafeLink(path, file.target))) {
      throw zip.refuse(why.link(shown, file.target));
    }
  }
}

async function checkContents(
  zip: ZipReader,
  manifest: Manifest,
  { onProgress, signal }: BackupOptions,
): Promise<void> {
  const entries = storedEntries(manifest);
  for (const [done, stored] of entries.entries()) {
    signal?.throwIfAborted();
    onProgress?.({ stage: 'checking', name: stored.entry, done, total: entries.length });
    const nowhere = new Writable({ write: (_chunk, _encoding, next) => next() });
    await pipeline(await zip.read(stored), nowhere);
  }
}

async function readObjectList(zip: ZipReader): Promise<readonly SchemaObject[]> {
  const written = await zip.readWhole(OBJECTS_ENTRY, MOST_LIST_BYTES);
  const parsed = z.array(schemaObject).safeParse(parseJson(zip, written, OBJECTS_ENTRY));
  if (!parsed.success) throw zip.refuse(why.badManifest(firstIssue(parsed.error)), parsed.error);
  const odd = parsed.data.find((object) => !isExpectedStatement(object));
  if (odd !== undefined) throw zip.refuse(why.statement(odd.label));
  return parsed.data;
}
