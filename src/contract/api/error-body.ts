// How a failure looks on the wire, and which status each code has.

import * as z from 'zod';
import type { ErrorCode } from '#base/app-error.ts';

/** The one table from code to status. */
export const STATUS_OF_CODE = {
  'settings-invalid': 500,
  'usage-invalid': 400,
  'input-invalid': 422,
  'package-invalid': 422,
  'skill-not-found': 404,
  'path-refused': 400,
  'spawn-failed': 500,
  'sandbox-unavailable': 503,
  'dependencies-unavailable': 503,
  'worker-lost': 502,
  'bundle-failed': 500,
  'database-unavailable': 503,
  'request-invalid': 400,
  'request-too-large': 413,
  'not-signed-in': 401,
  'sign-in-refused': 401,
  'not-allowed': 403,
  'origin-refused': 403,
  'not-found': 404,
  conflict: 409,
  'too-many-requests': 429,
  'limit-reached': 429,
  'server-unreachable': 502,
  'link-expired': 410,
  'secret-unreadable': 503,
  'backup-invalid': 422,
  'model-unavailable': 503,
  'model-unauthorised': 502,
  'model-refused': 502,
  'model-rate-limited': 503,
  'model-overloaded': 503,
  'model-unreachable': 502,
  'model-timed-out': 504,
  'model-cut': 502,
  'model-too-long': 422,
  stopped: 409,
  unexpected: 500,
} as const satisfies Record<ErrorCode, number>;

export const errorBodySchema = z.strictObject({
  /** One of the product's error codes; a newer server may have more. */
  code: z.string(),
  /** What went wrong and what to do, in the caller's language. */
  message: z.string(),
  details: z.record(z.string(), z.json()).optional(),
  /** Names this request in the server's log. */
  request_id: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS_OF_CODE, code);
}
