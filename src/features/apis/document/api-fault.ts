// What makes an API's description unusable: told by file, path in it and cause (API-09).

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import { apiTexts } from '#contract/texts/api-skill-texts.ts';

export interface FaultPlace {
  /** Relative to the package. */
  readonly file: string;
  /** A JSON pointer, or a line and column where it can't be parsed; '' for the whole. */
  readonly pointer: string;
}

export function apiFault({ file, pointer }: FaultPlace, why: Text, cause?: unknown): AppError {
  return new AppError('package-invalid', apiTexts.fault(file, pointer, why), {
    ...(cause !== undefined && { cause }),
    details: { file, pointer },
  });
}
