// The one error class of the product: every failure carries a code to branch on and a sentence to act on.

import { sameText, type Text } from './text.ts';

/** Every code a failure can carry. */
const ERROR_CODES = [
  'settings-invalid',
  'usage-invalid',
  'input-invalid',
  'package-invalid',
  'skill-not-found',
  'path-refused',
  'spawn-failed',
  'sandbox-unavailable',
  'dependencies-unavailable',
  'worker-lost',
  'bundle-failed',
  'database-unavailable',
  'request-invalid',
  'request-too-large',
  'not-signed-in',
  'sign-in-refused',
  'not-allowed',
  'origin-refused',
  'not-found',
  'conflict',
  'too-many-requests',
  'limit-reached',
  'server-unreachable',
  'link-expired',
  'secret-unreadable',
  'backup-invalid',
  'model-unavailable',
  'model-unauthorised',
  'model-refused',
  'model-rate-limited',
  'model-overloaded',
  'model-unreachable',
  'model-timed-out',
  'model-cut',
  'model-too-long',
  'stopped',
  'unexpected',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** Facts for callers to act on (`retryAfterMs`, say); never shown to a person as they are. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** What went wrong and what to do, in both languages. `message` is the English one. */
  readonly text: Text;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, text: Text, options: AppErrorOptions = {}) {
    super(text.en, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.text = text;
    this.details = options.details ?? {};
  }

  /** Keeps an `AppError` as it is and wraps anything else as `unexpected`, with the original as its cause. */
  static from(thrown: unknown): AppError {
    if (thrown instanceof AppError) return thrown;
    return new AppError('unexpected', sameText(messageOf(thrown)), { cause: thrown });
  }
}

/** The message of anything that was thrown, never empty. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === '' ? thrown.name : thrown.message;
  return typeof thrown === 'string' && thrown !== '' ? thrown : `a ${typeof thrown} was thrown`;
}
