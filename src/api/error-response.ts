// How a failure looks on the wire: one table from code to status, and nothing of the inside.

import * as z from 'zod';
import { AppError, type ErrorCode } from '#base/app-error.ts';
import type { Language, Text } from '#base/text.ts';
import { STATUS_OF_CODE, type ErrorBody } from '#contract/api/error-body.ts';
import { apiTexts } from '#contract/texts/api-texts.ts';

/** Facts of a failure that callers may act on. Nothing else of `details` leaves the server. */
const PUBLIC_DETAILS = ['issues', 'retryAfterMs', 'allow', 'mostBytes'] as const;

/** For requests that HTTP has a status of its own for: 405, 415. */
const STATUS_DETAIL = 'httpStatus';

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

function statusOf(error: AppError): number {
  const { [STATUS_DETAIL]: status } = error.details;
  return typeof status === 'number' ? status : STATUS_OF_CODE[error.code];
}

/** A `request-invalid` with a status of HTTP's own. */
export function httpFailure(
  httpStatus: 405 | 415,
  text: Text,
  details: Readonly<Record<string, unknown>> = {},
): AppError {
  return new AppError('request-invalid', text, {
    details: { ...details, [STATUS_DETAIL]: httpStatus },
  });
}

export function errorAnswer(
  error: AppError,
  told: { readonly language: Language; readonly requestId: string },
): ErrorAnswer {
  const details = publicDetails(error);
  return {
    status: statusOf(error),
    headers: headersOf(error),
    body: {
      code: error.code,
      message: textFor(error, told.requestId)[told.language],
      ...(Object.keys(details).length > 0 ? { details } : {}),
      request_id: told.requestId,
    },
  };
}

/** Failures whose sentence is for operators, and would tell others of the inside. */
const INNER_CODES: ReadonlySet<ErrorCode> = new Set([
  'unexpected',
  'settings-invalid',
  'spawn-failed',
  'bundle-failed',
]);
/** Told as they are, but for the operator to mend. */
const OPERATORS_CODES: ReadonlySet<ErrorCode> = new Set([
  'database-unavailable',
  'secret-unreadable',
]);

/** Whether the log must keep it, since the answer does not say what happened. */
export function isInner(error: AppError): boolean {
  return INNER_CODES.has(error.code) || OPERATORS_CODES.has(error.code);
}

function textFor(error: AppError, requestId: string): Text {
  if (INNER_CODES.has(error.code)) return apiTexts.unexpected(requestId);
  return error.code === 'database-unavailable' ? apiTexts.databaseAway() : error.text;
}

function publicDetails({ details }: AppError): NonNullable<ErrorBody['details']> {
  return Object.fromEntries(
    PUBLIC_DETAILS.flatMap((key) => {
      const value = details[key];
      // Whatever stands there, it goes out as the plain data that JSON makes of it.
      return value === undefined ? [] : [[key, z.json().parse(value)]];
    }),
  );
}

function headersOf(error: AppError): Record<string, string> {
  const { retryAfterMs, allow } = error.details;
  return {
    ...(typeof retryAfterMs === 'number' && {
      'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
    }),
    ...(Array.isArray(allow) && { Allow: allow.join(', ') }),
    ...(error.code === 'not-signed-in' && { 'WWW-Authenticate': 'Bearer realm="qiao"' }),
    // What is left of the body is not read: the connection can't be used again.
    ...(error.code === 'request-too-large' && { Connection: 'close' }),
  };
}
