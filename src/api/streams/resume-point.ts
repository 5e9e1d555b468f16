// Where a client wants to resume a session's event stream.

import { AppError } from '#base/app-error.ts';
import { streamTexts } from '#contract/texts/stream-texts.ts';

/**
 * From `?after=` and the header `Last-Event-ID`, which is the newer one: a browser keeps the address when it comes back.
 * Throws `request-invalid` for anything but a whole number from 0.
 */
export function resumePoint(given: {
  readonly after?: string | undefined;
  readonly lastEventId?: string | undefined;
}): number {
  const text = given.lastEventId ?? given.after ?? '0';
  const seq = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (seq === undefined) {
    throw new AppError('request-invalid', streamTexts.badResumePoint(text.slice(0, 100)));
  }
  return seq;
}
