// What a provider, its package or the network said about a failure, in one shape.

import { APICallError } from '@ai-sdk/provider';
import { AppError, messageOf } from '#base/app-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#base/json.ts';

export interface ProviderReport {
  /** Of the HTTP answer, or what a provider wrote into its stream in place of one. */
  readonly status?: number;
  /** The provider's own word (`insufficient_quota`, `overloaded_error`), or blank. */
  readonly code: string;
  /** The provider's own sentence, as it is. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the system call that failed: `ECONNREFUSED`, `ENOTFOUND`, … */
  readonly networkCode?: string;
  /** It was no provider that failed: asking again gives the same. */
  readonly isBug?: boolean;
  /** Where the failure is told already. */
  readonly told?: AppError;
}

export function reportOf(thrown: unknown): ProviderReport {
  if (thrown instanceof AppError) return { ...silent, told: thrown };
  if (APICallError.isInstance(thrown)) return reportOfAnswer(thrown);
  const network = networkPart(thrown);
  const isBug = network.networkCode === undefined && isProgrammingError(thrown);
  return { ...bodyReport(thrown), ...network, isBug };
}

/** Reads a failure out of a body that was answered with. */
export function reportOfBody(status: number, body: string): ProviderReport {
  return { ...bodyReport(parsedOr(body)), status };
}

function isProgrammingError(thrown: unknown): boolean {
  return [TypeError, RangeError, ReferenceError].some((kind) => thrown instanceof kind);
}

const silent = { code: '', message: '', headers: {} } as const;

function reportOfAnswer(error: APICallError): ProviderReport {
  const { statusCode, responseBody = '', responseHeaders = {}, message } = error;
  const said =
    responseBody.trim() === '' ? { ...silent, message } : bodyReport(parsedOr(responseBody));
  return {
    ...said,
    ...(said.message === '' ? { message } : {}),
    headers: responseHeaders,
    ...(statusCode === undefined ? {} : { status: statusCode }),
    ...networkPart(error),
  };
}

/** Of the many shapes in use: `{error: {message, code, type}}`, `{error: text}`, `{message, code}`, `{detail}`, … */
function bodyReport(body: unknown): ProviderReport {
  if (!isJsonObject(body)) return { ...silent, message: withoutTags(messageOf(body)) };
  const error = errorOf(body);
  const told = [error, body, body['base_resp']].filter((value) => isJsonObject(value));
  const status = told.map(statusIn).find((value) => value !== undefined);
  return {
    ...silent,
    code: firstText(told, ['code', 'status', 'type', 'status_code']),
    message:
      typeof error === 'string'
        ? error
        : firstText(told, ['message', 'msg', 'error_msg', 'status_msg', 'detail']),
    ...(status === undefined ? {} : { status }),
  };
}

function errorOf(body: JsonObject): JsonValue | undefined {
  const { error, errors } = body;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return error ?? (isJsonObject(first) ? first : undefined);
}

/** Servers that fail inside a stream that began well put the status into its error. */
function statusIn(object: JsonObject): number | undefined {
  return [object['statusCode'], object['status'], object['code']].find(
    (value): value is number => typeof value === 'number' && value >= 400 && value < 600,
  );
}

function firstText(objects: readonly JsonObject[], names: readonly string[]): string {
  for (const object of objects) {
    const found = names.map((name) => object[name]).find((value) => isWord(value));
    if (found !== undefined) return typeof found === 'object' ? JSON.stringify(found) : `${found}`;
  }
  return '';
}

/** FastAPI servers report a list of objects as the detail. */
function isWord(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean';
}

/** The innermost system call's code says what happened; what wraps it only says that something did. */
function networkPart(thrown: unknown): {
  readonly networkCode?: string;
  readonly message?: string;
} {
  for (let cause = thrown, depth = 0; cause instanceof Error && depth < 8; depth++) {
    const code = 'code' in cause ? cause.code : undefined;
    const inner = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) {
      return { networkCode: code, message: messageOf(cause) };
    }
    cause = inner;
  }
  return {};
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A proxy's error page, say. */
function withoutTags(text: string): string {
  return /^\s*</.test(text)
    ? text
        .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text;
}
