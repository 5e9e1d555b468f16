// Sends one file to the server, and tells how far it is: `fetch` can't say that.

import { AppError } from '#base/app-error.ts';
import { sameText, type Language } from '#base/text.ts';
import { attachmentRoutes, type UploadedBody } from '#contract/api/attachment-routes.ts';
import { errorBodySchema, isErrorCode } from '#contract/api/error-body.ts';
import { attachTexts } from '#contract/texts/console-attachment-texts.ts';

interface Upload {
  readonly sessionId: string;
  readonly file: File;
  readonly language: Language;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onSent: (share: number) => void;
}

const CREATED = 201;

/** Rejects with the server's own sentence, or one of ours; with the signal's reason where it was cancelled. */
export async function uploadFile(upload: Upload): Promise<UploadedBody> {
  await refuseUnreadable(upload.file);
  upload.signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const { sessionId, file, language, signal, onSent } = upload;
    const request = new XMLHttpRequest();
    const cancel = (): void => request.abort();
    signal.addEventListener('abort', cancel, { once: true });
    request.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onSent(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('load', () => {
      const answer = answerOf(request);
      if (answer instanceof AppError) reject(answer);
      else resolve(answer);
    });
    request.addEventListener('error', () => reject(lost()));
    request.addEventListener('abort', () => reject(signal.aborted ? signal.reason : lost()));
    const name = encodeURIComponent(file.name.toWellFormed());
    request.open('POST', `/api/sessions/${encodeURIComponent(sessionId)}/attachments?name=${name}`);
    request.setRequestHeader('Accept-Language', language);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

/** One that changed since it was chosen would only be told as a lost connection. */
async function refuseUnreadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new AppError('input-invalid', attachTexts.unreadable(), { cause });
  }
}

function answerOf({ status, responseText }: XMLHttpRequest): UploadedBody | AppError {
  const body = parsed(responseText);
  if (status === CREATED) {
    const uploaded = attachmentRoutes['attachments.upload'].answer.safeParse(body);
    if (uploaded.success) return uploaded.data;
  }
  const failure = errorBodySchema.safeParse(body);
  if (!failure.success) return new AppError('server-unreachable', attachTexts.refused(status));
  const { code, message } = failure.data;
  return new AppError(isErrorCode(code) ? code : 'unexpected', sameText(message));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function lost(): AppError {
  return new AppError('server-unreachable', attachTexts.connectionLost());
}
