// Takes away files that nobody needs any more: by the operator's policy, and what was left half done or behind.

import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeWorkspace } from '#features/workspaces/index.ts';
import type { Settings } from '#system/settings.ts';
import type { Platform } from './compose-platform.ts';

type FilesPlatform = Pick<Platform, 'blobs' | 'conversations'> & {
  readonly instance: {
    readonly settings: Pick<Settings, 'workspacesFolder' | 'workspaceDays' | 'runRetentionDays'>;
  };
};

const DAY_MS = 86_400_000;
/** A content whose artifact is about to be stored has none yet. */
const BLOB_GRACE_MS = DAY_MS;
/** Half of an upload or a download of a process that went away. */
const PART_MS = DAY_MS;
const BATCH = 200;
const PARTS_FOLDERS = ['attachments', 'downloads'];

/** Contents that no artifact has; how many. */
export async function clearBlobs(
  { blobs, conversations }: FilesPlatform,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const clear = async (): Promise<void> => {
    for (const key of await conversations.artifacts.unused(batch)) {
      await blobs.remove(key);
      count += 1;
    }
    batch = [];
  };
  for await (const { key, putAt } of blobs.list()) {
    if (signal.aborted) return count;
    if (Date.now() - putAt.getTime() > BLOB_GRACE_MS) batch.push(key);
    if (batch.length >= BATCH) await clear();
  }
  await clear();
  return count;
}

interface WorkspacePlace {
  readonly roleId: string;
  readonly sessionId: string;
  readonly path: string;
}

/** Of conversations that are gone, and by `QIAO_WORKSPACE_DAYS` of those that nobody touched; how many. */
export async function clearWorkspaces(
  platform: FilesPlatform,
  signal: AbortSignal,
): Promise<number> {
  const { conversations, instance } = platform;
  const { workspacesFolder, workspaceDays } = instance.settings;
  let count = 0;
  for await (const places of batchesOf(workspacesFolder)) {
    if (signal.aborted) return count;
    const ids = places.map(({ sessionId }) => sessionId);
    const over = new Set(await conversations.attachments.clearable(ids, workspaceDays));
    for (const { roleId, sessionId, path } of places) {
      if (!over.has(sessionId) || !(await isOlder(path, DAY_MS))) continue;
      await removeWorkspace(workspacesFolder, { roleId, sessionId });
      await conversations.attachments.forget(sessionId);
      count += 1;
    }
  }
  return count;
}

/** Offloaded results, as long as the records of their runs live, and what was left half written; how many. */
export async function clearLeftovers(
  platform: FilesPlatform,
  signal: AbortSignal,
): Promise<number> {
  const { workspacesFolder, runRetentionDays } = platform.instance.settings;
  let count = 0;
  for await (const places of batchesOf(workspacesFolder)) {
    if (signal.aborted) return count;
    for (const { path } of places) {
      count += await removeOlder(join(path, '.toolout'), /^toolout_/, runRetentionDays * DAY_MS);
      for (const folder of PARTS_FOLDERS)
        count += await removeOlder(join(path, folder), /^\.upload-.*\.part$/, PART_MS);
    }
  }
  return count;
}

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// Conversations of the database; those of the command line have other names, and are their owners' to remove.
async function* batchesOf(root: string): AsyncGenerator<readonly WorkspacePlace[]> {
  let batch: WorkspacePlace[] = [];
  for (const roleId of await foldersIn(root))
    for (const sessionId of await foldersIn(join(root, roleId))) {
      if (SESSION_ID.test(sessionId))
        batch.push({ roleId, sessionId, path: join(root, roleId, sessionId) });
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** Links are none: a skill may have put one there. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

async function removeOlder(folder: string, names: RegExp, ageMs: number): Promise<number> {
  // A skill may have put a link in its place: nothing is removed behind it.
  const facts = await lstat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true) return 0;
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!names.test(name) || !(await isOlder(path, ageMs))) continue;
    await rm(path, { force: true }).catch(() => undefined);
    count += 1;
  }
  return count;
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts !== undefined && Date.now() - facts.mtimeMs > ageMs;
}
