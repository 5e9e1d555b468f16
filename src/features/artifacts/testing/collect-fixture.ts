// For tests: runs whose files are collected, in real workspaces.

import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#base/json.ts';
import { settleReturned, type SettledResult } from '#features/results/index.ts';
import type { BlobStore } from '#system/blobs/blob-store.ts';
import { createFolderBlobs } from '#system/blobs/folder-blobs.ts';
import { createSafeDownload } from '#system/fetch/safe-download.ts';
import {
  createArtifactCollector,
  type ArtifactCollector,
  type ArtifactCollectorParts,
  type CollectedFile,
} from '../index.ts';

export const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64)]);

export async function workspaceWith(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'collect-')));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(workspace, name, '..'), { recursive: true });
    await writeFile(join(workspace, name), content);
  }
  return workspace;
}

const collector = createArtifactCollector({
  download: createSafeDownload({ allowHosts: ['127.0.0.1'] }),
  mostBytes: 1_000_000,
  newId: randomUUID,
});

export interface Run {
  readonly workspace: string;
  readonly value: JsonObject;
  /** What the skill does. */
  readonly work?: () => Promise<unknown>;
  readonly asked?: string;
  readonly signal?: AbortSignal;
}

export async function collect(
  run: Run,
  by = collector,
): Promise<{
  readonly settled: SettledResult;
  readonly envelope: JsonObject;
  readonly files: readonly CollectedFile[];
}> {
  const files: CollectedFile[] = [];
  const { workspace, asked = 'make it', signal = new AbortController().signal } = run;
  const collection = await by.begin({
    workspace,
    asked,
    signal,
    orgId: 'o',
    roleId: 'r',
    language: 'en',
    onCollected: async (made) => void files.push(...made),
  });
  await run.work?.();
  const returned = settleReturned({ skill: 's', value: run.value, language: 'en' });
  const settled = await collection.collect(returned);
  return { settled, envelope: settled.envelope, files };
}

/** With a store of blobs, in a directory. */
export async function keepingCollector(
  parts: Partial<ArtifactCollectorParts> = {},
): Promise<{ readonly blobs: BlobStore; readonly collector: ArtifactCollector }> {
  const blobs = createFolderBlobs(await mkdtemp(join(tmpdir(), 'blobs-')));
  const download = createSafeDownload({ allowHosts: ['127.0.0.1'] });
  const by = { download, mostBytes: 1_000_000, newId: randomUUID, blobs, ...parts };
  return { blobs, collector: createArtifactCollector(by) };
}

export const names = (files: readonly CollectedFile[]): readonly string[] =>
  files.map(({ name, state }) => (state === 'kept' ? name : `${name} failed`));
