// Who collects the files that skills make, with or without a database.

import { randomUUID } from 'node:crypto';
import {
  createArtifactCollector,
  type ArtifactCollector,
  type ArtifactCollectorParts,
} from '#features/artifacts/index.ts';
import { createSafeDownload } from '#system/fetch/safe-download.ts';
import type { Settings } from '#system/settings.ts';

/** Without a store of blobs what is kept stays in the workspace alone. */
export function createCollector(
  { allowedHosts, downloadBytes }: Settings,
  parts: Pick<ArtifactCollectorParts, 'blobs' | 'roomOf'> = {},
): ArtifactCollector {
  return createArtifactCollector({
    ...parts,
    download: createSafeDownload({ allowHosts: allowedHosts }),
    mostBytes: downloadBytes,
    newId: randomUUID,
  });
}
