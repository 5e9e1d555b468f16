// Puts the instance's files into the backup.

import { constants, open, type FileHandle } from 'node:fs/promises';
import { messageOf } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import type { BackupOptions } from './backup-parts.ts';
import type { FoundFile } from './list-files.ts';
import type { InstanceFile } from './manifest.ts';
import type { ZipWriter } from './zip-writer.ts';

export interface StoredFiles {
  readonly files: readonly InstanceFile[];
  readonly skipped: readonly Text[];
}

export async function storeFiles(
  found: readonly FoundFile[],
  zip: ZipWriter,
  options: BackupOptions,
): Promise<StoredFiles> {
  const files: InstanceFile[] = [];
  const skipped: Text[] = [];
  for (const [done, file] of found.entries()) {
    const { root, path } = file;
    const shown = path === '' ? root : `${root}/${path}`;
    options.signal?.throwIfAborted();
    options.onProgress?.({ stage: 'files', name: shown, done, total: found.length });
    try {
      const stored = await storeOne(file, zip, entryName(shown, done));
      if (stored !== undefined) files.push(stored);
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      const why = backupTexts.skipped.unreadable(messageOf(thrown));
      skipped.push(backupTexts.fileSkipped(shown, why));
    }
  }
  return { files, skipped };
}

async function storeOne(
  file: FoundFile,
  zip: ZipWriter,
  entry: string,
): Promise<InstanceFile | undefined> {
  const { root, path, mode, target } = file;
  if (file.type === 'folder') return { root, path, type: 'folder', mode };
  if (file.type === 'link') return { root, path, type: 'link', target };
  return await storeFile(file, zip, entry);
}

/** `undefined` where it has gone or changed its kind since it was seen: a running server may do that. */
async function storeFile(
  file: FoundFile,
  zip: ZipWriter,
  entry: string,
): Promise<InstanceFile | undefined> {
  const handle = await openToRead(file.place);
  if (handle === undefined) return undefined;
  try {
    const facts = await handle.stat();
    if (!facts.isFile()) return undefined;
    const { root, path, mode, changedAt } = file;
    // What grows while it is read would never end.
    const source =
      facts.size === 0
        ? handle.createReadStream({ start: 0 })
        : handle.createReadStream({ start: 0, end: facts.size - 1 });
    return { root, path, type: 'file', mode, changedAt, ...(await zip.add(entry, source)) };
  } finally {
    await handle.close().catch(() => undefined);
  }
}

async function openToRead(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO') return undefined;
    throw thrown;
  }
}

function isUnreadable(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const call = thrown instanceof Error && 'syscall' in thrown ? thrown.syscall : undefined;
  return call === 'open' && (code === 'EACCES' || code === 'EPERM');
}

const LONGEST_ENTRY = 1000;

/** Its own path where any program could unpack that. */
function entryName(shown: string, place: number): string {
  const isPlain = !/[\\:*?"<>|]/.test(shown) && shown.length < LONGEST_ENTRY;
  return isPlain ? `files/${shown}` : `odd-names/${place}`;
}
