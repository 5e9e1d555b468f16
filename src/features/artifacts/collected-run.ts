// A run whose files are collected, and what that is done with.

import type { Language } from '#base/text.ts';
import type { BlobStore } from '#system/blobs/blob-store.ts';
import type { SafeDownload } from '#system/fetch/safe-download.ts';
import type { CollectedFile } from './collected-file.ts';
import type { Room } from './room.ts';

export interface CollectedRun {
  /** Absolute path; exists. */
  readonly workspace: string;
  readonly orgId: string;
  readonly roleId: string;
  /** What the person said: a script is theirs where they asked for one. */
  readonly asked: string;
  /** Of what the model is told. */
  readonly language: Language;
  /** Ends what is being downloaded. */
  readonly signal: AbortSignal;
  /** Told once, before the result goes on; not of a run that failed. What it throws is the caller's. */
  onCollected(files: readonly CollectedFile[]): Promise<void>;
}

export interface ArtifactCollectorParts {
  readonly download: SafeDownload;
  /** Bytes of one download. */
  readonly mostBytes: number;
  readonly newId: () => string;
  /** Where kept files are copied to; without it they stay in the workspace alone. */
  readonly blobs?: BlobStore;
  /** How much a role may still store; all where it is left out. */
  readonly roomOf?: (role: Pick<CollectedRun, 'orgId' | 'roleId'>) => Promise<Room>;
}
