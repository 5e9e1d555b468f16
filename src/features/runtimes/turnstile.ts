// Lets so many through at once and the others wait in order.

export interface Turnstile {
  /** Whether whoever enters now has to wait. */
  isFull(): boolean;
  /** Resolves with true once there is a place, with false where `signal` is aborted before. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** Takes a place even where there is none: for one that lent its place and needs it back. */
  reenter(): void;
  leave(): void;
}

export function createTurnstile(places: number): Turnstile {
  let taken = 0;
  const queue: (() => void)[] = [];

  const letIn = () => {
    while (taken < places) {
      const next = queue.shift();
      if (next === undefined) return;
      taken += 1;
      next();
    }
  };

  return {
    isFull: () => taken >= places,
    enter: async (signal) => {
      if (signal.aborted) return false;
      if (taken < places) {
        taken += 1;
        return true;
      }
      return await new Promise<boolean>((resolve) => {
        const onAbort = () => {
          queue.splice(queue.indexOf(goIn), 1);
          resolve(false);
        };
        const goIn = () => {
          signal.removeEventListener('abort', onAbort);
          resolve(true);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(goIn);
      });
    },
    reenter: () => {
      taken += 1;
    },
    leave: () => {
      taken -= 1;
      letIn();
    },
  };
}
