// What is done with the files of one run, before its result goes anywhere: fetched, checked, kept, and told (ART-01 to ART-05).

import type { JsonValue } from '#base/json.ts';
import type { SettledResult } from '#features/results/index.ts';
import { createSnapshots } from '#features/workspaces/index.ts';
import { createClaims } from './claims.ts';
import { collectFiles } from './collect-files.ts';
import type { ArtifactCollectorParts, CollectedRun } from './collected-run.ts';
import { namesFiles } from './names-files.ts';
import { UNLIMITED } from './room.ts';

export interface ArtifactCollector {
  /** Before the run: what is in its workspace now is not its work. */
  begin(run: CollectedRun): Promise<FileCollection>;
}

interface FileCollection {
  /** Whether a large result, perhaps as its JSON, names files that are to be collected from the whole of it. */
  concerns(result: JsonValue | Uint8Array): boolean;
  /**
   * After the run: the result with the local files in its envelope, partial where one is missing (ENV-07). A failure is
   * left as it is.
   */
  collect(settled: SettledResult): Promise<SettledResult>;
}

export function createArtifactCollector(parts: ArtifactCollectorParts): ArtifactCollector {
  const snapshots = createSnapshots();
  const claims = createClaims();
  return {
    async begin(run) {
      const before = await snapshots.take(run.workspace);
      return {
        concerns: namesFiles,
        async collect(settled) {
          if (settled.verdict.status === 'failed') return settled;
          const room = (await parts.roomOf?.(run)) ?? UNLIMITED;
          const collected = await collectFiles(settled, { ...parts, run, room, before, claims });
          if (collected.files.length > 0) await run.onCollected(collected.files);
          return collected.settled;
        },
      };
    },
  };
}
