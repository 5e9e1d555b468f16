// Which failures may be over in a moment: the server is just starting, or the connection was lost on the way.

import { AppError, type ErrorCode } from '#base/app-error.ts';

const PASSING: ReadonlySet<ErrorCode> = new Set(['server-unreachable', 'database-unavailable']);

export function isPassing(thrown: unknown): boolean {
  return PASSING.has(AppError.from(thrown).code);
}
