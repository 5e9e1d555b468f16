// Writes a backup's files beside where they belong; a later rename puts each root in its place whole.

import { createHash } from 'node:crypto';
import { chmod, mkdir, open, realpath, statfs, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, messageOf } from '#base/app-error.ts';
import { backupTexts } from '#contract/texts/backup-texts.ts';
import { makeFolder } from '../make-folder.ts';
import type { BackupOptions, InstanceRoot } from './backup-parts.ts';
import type { InstanceFile, StoredFile } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import type { ZipReader } from './zip-reader.ts';

export interface StagedRoot {
  readonly kind: InstanceRoot['kind'];
  /** Where it belongs, links resolved. */
  readonly path: string;
  /** Where it has been written; `undefined` where the backup holds nothing for it. */
  readonly staged: string | undefined;
}

/** Names that a killed restore leaves behind are found again by the `id` in them. */
export async function planRoots(
  roots: readonly InstanceRoot[],
  { manifest }: OpenBackup,
  id: string,
): Promise<readonly StagedRoot[]> {
  const held = new Set(manifest.files.map(({ root }) => root));
  const planned: StagedRoot[] = [];
  for (const { name, kind, path } of roots) {
    await makeFolder(dirname(path));
    const place = await realpath(path).catch(() => path);
    const staged = held.has(name) ? `${place}.restoring-${id}` : undefined;
    planned.push({ kind, path: place, staged });
  }
  return planned;
}

interface Staging {
  readonly backup: OpenBackup;
  readonly roots: readonly InstanceRoot[];
  readonly planned: readonly StagedRoot[];
}

/** Throws `path-refused` where there is too little room or the disk refuses. */
export async function stageFiles(staging: Staging, options: BackupOptions): Promise<void> {
  const { zip, manifest } = staging.backup;
  const places = new Map(
    staging.roots.map(({ name }, at) => [name, staging.planned[at]?.staged ?? '']),
  );
  const placeOf = ({ root, path }: InstanceFile) => join(places.get(root) ?? '', path);
  await refuseWithoutRoom(staging);
  for (const [done, file] of manifest.files.entries()) {
    options.signal?.throwIfAborted();
    const name = file.path === '' ? file.root : `${file.root}/${file.path}`;
    options.onProgress?.({ stage: 'files', name, done, total: manifest.files.length });
    const place = placeOf(file);
    await stageOne(zip, file, place).catch((thrown: unknown) => {
      throw stagingFailure(place, thrown);
    });
  }
  // Last and from the inside out: a folder may forbid writing into it.
  for (const file of manifest.files.toReversed()) {
    if (file.type === 'folder') await chmod(placeOf(file), file.mode & 0o777);
  }
}

async function stageOne(zip: ZipReader, file: InstanceFile, place: string): Promise<void> {
  switch (file.type) {
    case 'folder':
      return await mkdir(place, { mode: 0o700 });
    case 'link':
      return await symlink(file.target, place);
    case 'file':
      return await stageFile(zip, file, place);
  }
}

async function stageFile(zip: ZipReader, file: StoredFile, place: string): Promise<void> {
  const handle = await open(place, 'wx', 0o600);
  try {
    for await (const chunk of await zip.read(file)) await handle.writeFile(chunk);
    await handle.chmod(file.mode & 0o777);
    const changed = new Date(file.changedAt);
    await handle.utimes(changed, changed);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function refuseWithoutRoom({ backup, roots, planned }: Staging): Promise<void> {
  const needed = new Map<string, number>();
  for (const file of backup.manifest.files) {
    if (file.type !== 'file') continue;
    needed.set(file.root, (needed.get(file.root) ?? 0) + file.bytes);
  }
  for (const [at, { name }] of roots.entries()) {
    const bytes = needed.get(name) ?? 0;
    const folder = dirname(planned[at]?.path ?? '');
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (bytes > free) {
      throw new AppError('path-refused', backupTexts.noRoom(folder, bytes, free));
    }
  }
}

function stagingFailure(place: string, thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'ABORT_ERR') return thrown;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const text = isFull
    ? backupTexts.diskFull(place)
    : backupTexts.cannotWrite(place, messageOf(thrown));
  return new AppError('path-refused', text, { cause: thrown });
}

/** Short enough for a file name, the same for the same restore. */
export function shortId(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12);
}
