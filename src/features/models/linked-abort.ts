// A signal that is aborted with another one, or by whoever holds it: cheaper than AbortSignal.any once a step.

export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(): void;
  /** Leaves the other signal, which may live much longer. */
  unlink(): void;
}

export function linkedAbort(other: AbortSignal): LinkedAbort {
  const controller = new AbortController();
  const follow = (): void => controller.abort(other.reason);
  if (other.aborted) follow();
  else other.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    unlink: () => other.removeEventListener('abort', follow),
  };
}
