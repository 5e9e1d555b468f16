// How many passwords are hashed at once: each takes 19 MiB and one of the few threads that files and names wait for too.

import { AppError } from '#base/app-error.ts';
import { accountTexts } from '#contract/texts/account-texts.ts';

export interface HashPlaces {
  /** Runs `work` when a place is free. Throws `too-many-requests` (`details.retryAfterMs`) where too many wait already. */
  use<Result>(work: () => Promise<Result>): Promise<Result>;
}

const RETRY_MS = 5000;

export function createHashPlaces(limits: {
  readonly atOnce: number;
  readonly waiting: number;
}): HashPlaces {
  const waiting: (() => void)[] = [];
  let taken = 0;
  /** A place that is given back goes to who waits longest, and stays taken. */
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return {
    async use(work) {
      if (taken < limits.atOnce) taken += 1;
      else if (waiting.length < limits.waiting) {
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        const text = accountTexts.manySignIns(RETRY_MS / 1000);
        throw new AppError('too-many-requests', text, { details: { retryAfterMs: RETRY_MS } });
      }
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
