// From what a server answers to a failure with its code and its own sentence.

import { AppError, messageOf } from '#base/app-error.ts';
import { sameText } from '#base/text.ts';
import { errorBodySchema, isErrorCode } from '#contract/api/error-body.ts';
import { clientTexts } from '#contract/texts/api-texts.ts';

/** `details` holds `requestId` and `status` beside what the server gave. */
export async function failureOf(server: string, response: Response): Promise<AppError> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) {
    return new AppError('server-unreachable', clientTexts.notQiao(server, status), {
      details: { status },
    });
  }
  const { code, message, details = {}, request_id: requestId } = parsed.data;
  return new AppError(isErrorCode(code) ? code : 'unexpected', sameText(message), {
    details: { ...details, requestId, status },
  });
}

export function unreachable(server: string, thrown: unknown): AppError {
  return new AppError('server-unreachable', clientTexts.unreachable(server, reasonOf(thrown)), {
    cause: thrown,
  });
}

/** `fetch failed`, or `Failed to fetch` in a browser, says nothing by itself: what failed stands below, if it is told. */
function reasonOf(thrown: unknown): string | undefined {
  const cause = thrown instanceof TypeError ? thrown.cause : thrown;
  if (cause === undefined) return undefined;
  return messageOf(cause instanceof AggregateError ? cause.errors.at(-1) : cause);
}
