// Asks a model again where it failed for the moment: the one place in the product where a model is retried.

import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type ErrorCode } from '#base/app-error.ts';
import { modelTexts } from '#contract/texts/model-texts.ts';
import type { ChatModel, ModelPart, ModelRequest } from './chat-model.ts';

export interface RetryParts {
  /** Requests in all, the first one included. */
  readonly attempts: number;
  /** Before the second attempt; doubled for each further one. */
  readonly firstDelayMs?: number;
  /** The longest wait; a provider that asks for more is not waited for. */
  readonly longestDelayMs?: number;
  /** Rejects when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to below 1. */
  readonly random?: () => number;
  /** Told before each wait. */
  readonly onRetry?: (retry: ModelRetry) => void;
}

export interface ModelRetry {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly error: AppError;
}

const PASSING: ReadonlySet<ErrorCode> = new Set([
  'model-rate-limited',
  'model-overloaded',
  'model-unreachable',
  'model-cut',
  'model-timed-out',
]);

/**
 * Only while a step has given nothing yet: what was shown cannot be taken back. The last failure is thrown, with
 * `details.attempts`.
 */
export function withRetries(model: ChatModel, parts: RetryParts): ChatModel {
  return { ...model, stream: (request) => retried(model, request, parts) };
}

async function* retried(
  model: ChatModel,
  request: ModelRequest,
  parts: RetryParts,
): AsyncGenerator<ModelPart> {
  for (let attempt = 1; ; attempt++) {
    let hasGiven = false;
    try {
      for await (const part of model.stream(request)) {
        hasGiven = true;
        yield part;
      }
      return;
    } catch (thrown) {
      const error = AppError.from(thrown);
      const waitMs = hasGiven ? undefined : waitAfter(error, attempt, parts);
      if (waitMs === undefined) throw afterAttempts(error, attempt);
      parts.onRetry?.({ attempt, waitMs, error });
      await waitOrStop(waitMs, request.signal, parts);
    }
  }
}

/** `undefined` where it is not to be tried again. */
function waitAfter(error: AppError, attempt: number, parts: RetryParts): number | undefined {
  if (!PASSING.has(error.code) || attempt >= parts.attempts) return undefined;
  const { firstDelayMs = 1000, longestDelayMs = 60_000, random = Math.random } = parts;
  const { retryAfterMs } = error.details;
  if (typeof retryAfterMs === 'number') {
    return retryAfterMs > longestDelayMs ? undefined : retryAfterMs;
  }
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random() / 2));
}

function afterAttempts(error: AppError, attempts: number): AppError {
  if (attempts === 1 || !PASSING.has(error.code)) return error;
  return new AppError(error.code, modelTexts.afterAttempts(error.text, attempts), {
    cause: error,
    details: { ...error.details, attempts },
  });
}

async function waitOrStop(ms: number, signal: AbortSignal, parts: RetryParts): Promise<void> {
  const wait = parts.wait ?? ((given, until) => delay(given, undefined, { signal: until }));
  try {
    await wait(ms, signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new AppError('stopped', modelTexts.stopped(), { cause });
  }
}
