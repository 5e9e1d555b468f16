// What whoever started the embedded server is told while it runs.

import type { AppError } from '#base/app-error.ts';

export type PostgresEvent =
  /** The server, or the connection that watches it, is gone. It is being started again. */
  | { readonly type: 'postgres-lost'; readonly reason: string }
  /** Starting it again failed: `error` says why and what to do. The next try comes in `retryMs`. */
  | { readonly type: 'postgres-refused'; readonly error: AppError; readonly retryMs: number }
  | { readonly type: 'postgres-restarted'; readonly afterMs: number };
