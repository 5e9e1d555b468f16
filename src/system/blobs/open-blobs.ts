// Which store of contents the settings name.

import { join } from 'node:path';
import { AppError } from '#base/app-error.ts';
import { blobTexts } from '#contract/texts/blob-texts.ts';
import type { Settings } from '#system/settings.ts';
import type { BlobStore } from './blob-store.ts';
import { createFolderBlobs } from './folder-blobs.ts';

/** Throws `settings-invalid` where a key is missing. What S3 needs is loaded only where it is used. */
export async function openBlobs({ blobs, dataFolder }: Settings): Promise<BlobStore> {
  const { place, accessKey, secretKey } = blobs;
  if (place === undefined) return createFolderBlobs(join(dataFolder, 'blobs'));
  if (accessKey !== undefined && secretKey !== undefined) {
    const { createS3Blobs } = await import('./s3-blobs.ts');
    return createS3Blobs({ place, accessKey, secretKey });
  }
  const given = { QIAO_BLOBS_ACCESS_KEY: accessKey, QIAO_BLOBS_SECRET_KEY: secretKey };
  const missing = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  );
  throw new AppError('settings-invalid', blobTexts.keysMissing(missing));
}
