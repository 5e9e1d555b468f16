// Whether the server can do its work: its database answers, its key opens the secrets, and it isn't about to leave.

import type { HealthService } from '#api/services.ts';
import { AppError } from '#base/app-error.ts';
import { serverTexts } from '#contract/texts/server-texts.ts';
import type { Secrets } from '#features/configuration/index.ts';

export interface Health extends HealthService {
  /** From now on it is not ready: whoever sends work here is to send it elsewhere. */
  leave(): void;
}

const PATIENCE_MS = 2000;

export function createHealth(secrets: Pick<Secrets, 'check'>): Health {
  let isLeaving = false;
  return {
    async readiness() {
      if (isLeaving) return { isReady: false, reason: serverTexts.leaving().en };
      try {
        // It asks the database.
        await Promise.race([secrets.check(), tooLate()]);
        return { isReady: true };
      } catch (error) {
        return { isReady: false, reason: AppError.from(error).text.en };
      }
    },
    leave() {
      isLeaving = true;
    },
  };
}

async function tooLate(): Promise<never> {
  await new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });
  throw new AppError('database-unavailable', serverTexts.databaseSilent());
}
