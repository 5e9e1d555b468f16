// What can be said of a file before anything of it is sent.

import { AppError } from '#base/app-error.ts';
import type { Text } from '#base/text.ts';
import type { UploadLimitsBody } from '#contract/api/attachment-routes.ts';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';
import { byteText } from '../chat/turn/byte-text.ts';

/** Throws `request-too-large` for one that the conversation has no room for. */
export function refuseExcess(file: File, limits: UploadLimitsBody): void {
  const excess = excessOf(file, limits);
  if (excess !== undefined) throw new AppError('request-too-large', excess);
}

/** Throws `input-invalid` for one that changed since it was chosen: that would only be told as a lost connection. */
export async function refuseUnreadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new AppError('input-invalid', attachTexts.unreadable(), { cause });
  }
}

function excessOf({ size }: File, limits: UploadLimitsBody): Text | undefined {
  if (size > limits.most_bytes) {
    return attachTexts.tooLarge(byteText(size), byteText(limits.most_bytes));
  }
  if (limits.used_files >= limits.most_files) return attachTexts.tooManyFiles(limits.most_files);
  const left = Math.max(0, limits.session_bytes - limits.used_bytes);
  return size > left ? attachTexts.sessionFull(byteText(left)) : undefined;
}
