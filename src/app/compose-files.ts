// Puts together what becomes of files that skills make: their store, the links to them, and how much a role may have.

import { AppError } from '#base/app-error.ts';
import {
  createArtifactLinks,
  type ArtifactCollector,
  type ArtifactLinks,
} from '#features/artifacts/index.ts';
import { instanceSecret } from '#features/configuration/index.ts';
import type { BlobStore } from '#system/blobs/blob-store.ts';
import { openBlobs } from '#system/blobs/open-blobs.ts';
import { createAnswerLinks, type AnswerLinks } from './answer-links.ts';
import { createCollector } from './create-collector.ts';
import type { Instance } from './open-instance.ts';
import { createRoleStorage, type RoleStorage, type RoleStorageParts } from './role-storage.ts';
import { serverAddress } from './sign-in-address.ts';

export interface FilesProgram {
  /** Where delivered files are kept. */
  readonly blobs: BlobStore;
  readonly artifactLinks: ArtifactLinks;
  readonly answerLinks: AnswerLinks;
}

const HOUR_MS = 3_600_000;

/** Throws `settings-invalid` or `path-refused` where the store can't be used as it is set up. */
export async function openFiles(instance: Instance): Promise<FilesProgram> {
  const { database, secrets, settings } = instance;
  const blobs = await openBlobs(settings);
  await checkBlobs(instance, blobs);
  const artifactLinks = createArtifactLinks({
    secret: await instanceSecret(database, secrets.box, 'artifact-links'),
    lifeMs: settings.linkHours * HOUR_MS,
    now: () => new Date(),
  });
  const address = serverAddress(settings, settings.port);
  return { blobs, artifactLinks, answerLinks: createAnswerLinks(artifactLinks, address) };
}

/** A store that does not answer now may do so later; one that is set up wrongly stops the start. */
async function checkBlobs({ log }: Instance, blobs: BlobStore): Promise<void> {
  try {
    await blobs.check();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'server-unreachable') throw error;
    log.error('blobs-unreachable', { error });
  }
}

export interface StorageProgram {
  readonly storage: RoleStorage;
  readonly collector: ArtifactCollector;
}

export function composeStorage(
  { settings }: Instance,
  { blobs }: FilesProgram,
  records: Pick<RoleStorageParts, 'accounts' | 'conversations'>,
): StorageProgram {
  const storage = createRoleStorage({
    settings,
    ...records,
    monotonicMs: () => performance.now(),
  });
  const collector = createCollector(settings, { blobs, roomOf: (role) => storage.roomOf(role) });
  return { storage, collector };
}
