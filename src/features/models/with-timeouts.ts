// Puts a limit on how long a model may say nothing, whatever it does about being told to stop.

import { AppError } from '#base/app-error.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import type { ChatModel, ModelPart, ModelRequest } from './chat-model.ts';
import { linkedAbort } from './linked-abort.ts';

export interface ModelTimeouts {
  /** Until the provider sends anything. */
  readonly firstChunkMs: number;
  /** Between two things it sends; what it sends of a call's arguments counts too. */
  readonly idleMs: number;
}

/** Throws `model-timed-out` when a limit strikes, and cancels the request. `stopped` comes at once too. */
export function withTimeouts(model: ChatModel, timeouts: ModelTimeouts): ChatModel {
  return { ...model, stream: (request) => limited(model, request, timeouts) };
}

async function* limited(
  model: ChatModel,
  request: ModelRequest,
  timeouts: ModelTimeouts,
): AsyncGenerator<ModelPart> {
  const cancelled = linkedAbort(request.signal);
  const watch = createWatch({ id: model.id, signal: request.signal, timeouts });
  const stream = model.stream({
    ...request,
    signal: cancelled.signal,
    onActivity() {
      watch.heard();
      request.onActivity?.();
    },
  });
  const parts = stream[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      // The limit holds while the model is waited for, not while the reader of the parts takes its time.
      watch.resume();
      const next = await Promise.race([parts.next(), watch.struck]);
      watch.pause();
      if (next.done === true) {
        isOver = true;
        return;
      }
      yield next.value;
    }
  } finally {
    watch.end();
    cancelled.unlink();
    if (!isOver) {
      cancelled.abort();
      // A model that hangs never ends its `return`, so nobody waits for it.
      parts.return?.().catch(() => undefined);
    }
  }
}

interface Watch {
  /** Never settles well: throws when a limit strikes or the request is stopped. */
  readonly struck: Promise<never>;
  heard(): void;
  resume(): void;
  pause(): void;
  end(): void;
}

interface WatchParts {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly timeouts: ModelTimeouts;
}

function createWatch({ id, signal, timeouts }: WatchParts): Watch {
  const { promise, reject } = Promise.withResolvers<never>();
  // Nobody may be racing when it strikes.
  promise.catch(() => undefined);
  const onAbort = (): void => reject(new AppError('stopped', modelTexts.stopped()));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });

  let limitMs = timeouts.firstChunkMs;
  let isWaiting = true;
  let sinceMs = performance.now();
  // One timer a request that looks when it may be due: to set one anew for each part costs more than what it guards.
  let timer = setTimeout(look, limitMs);
  function look(): void {
    const leftMs = isWaiting ? sinceMs + limitMs - performance.now() : limitMs;
    if (leftMs <= 0) reject(new AppError('model-timed-out', modelTexts.timedOut(id, limitMs)));
    else timer = setTimeout(look, leftMs);
  }
  return {
    struck: promise,
    resume() {
      isWaiting = true;
      sinceMs = performance.now();
    },
    pause() {
      isWaiting = false;
    },
    heard() {
      sinceMs = performance.now();
      if (limitMs === timeouts.idleMs) return;
      limitMs = timeouts.idleMs;
      clearTimeout(timer);
      timer = setTimeout(look, limitMs);
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
