// A process that only works: background jobs and what is to be sent, for the servers on the same database.

import { closeInTurn } from '#base/close-in-turn.ts';
import type { Text } from '#base/text.ts';
import type { Settings } from '#system/settings.ts';
import { composePlatform } from './compose-platform.ts';
import { requireInstance } from './find-instance.ts';
import { openInstance } from './open-instance.ts';

export interface RunningWorker {
  readonly warnings: readonly Text[];
  /** Jobs at once. */
  readonly places: number;
  /** Lets jobs end for a moment, stores everything, and leaves the database. Again gives the same promise. */
  stop(): Promise<void>;
}

export interface WorkParts {
  readonly settings: Settings;
  readonly skillRoots: readonly string[];
  /** Milliseconds that a job may go on after a stop. */
  readonly graceMs: number;
}

const POOL_SIZE = 12;

/** Throws `not-found` where there is no instance yet, and what `openInstance` does. */
export async function startWorker(parts: WorkParts): Promise<RunningWorker> {
  const { settings, skillRoots, graceMs } = parts;
  await requireInstance(settings);
  const instance = await openInstance({ settings, poolSize: POOL_SIZE });
  const { log } = instance;
  const opened = [() => instance.close()];
  try {
    const platform = await composePlatform(instance, skillRoots, { works: true });
    opened.unshift(() => platform.close(graceMs));
    await platform.background.work();
    platform.channels.deliverer.start();
    platform.skills.sandboxes.watch();
    log.info('worker-started', { places: settings.jobPlaces, embedded: instance.isEmbedded });
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      log.info('worker-stopping', { jobs: platform.jobs.running() });
      await closeInTurn(opened);
      log.info('worker-stopped');
    };
    return {
      warnings: instance.warnings,
      places: settings.jobPlaces,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    // What is told is why it did not start, not what else went wrong on the way out.
    await closeInTurn(opened).catch((also: unknown) =>
      log.error('worker-not-closed', { error: also }),
    );
    throw error;
  }
}
