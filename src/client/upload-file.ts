// Sends one file of a program to a server. A browser's page does it in its own way, which tells how far it is.

import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { attachmentRoutes, type UploadedBody } from '#contract/api/attachment-routes.ts';
import { clientTexts } from '#contract/texts/api-texts.ts';
import { failureOf, unreachable } from './api-failure.ts';
import { isAcceptable } from './tolerant-answer.ts';

interface Upload {
  readonly server: string;
  readonly token: string | undefined;
  readonly language: Language;
  readonly sessionId: string;
  readonly name: string;
  /** Of a file: read as it is sent. */
  readonly content: Blob;
  readonly signal: AbortSignal;
}

/** Rejects as `ApiClient.call` does. */
export async function uploadFile(upload: Upload): Promise<UploadedBody> {
  const { server, token, language, sessionId, name, content, signal } = upload;
  const path = `/api/sessions/${encodeURIComponent(sessionId)}/attachments`;
  const address = new URL(path, server);
  address.searchParams.set('name', name);
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Accept-Language': language,
        'Content-Type': 'application/octet-stream',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: content,
      redirect: 'error',
      signal,
    });
  } catch (thrown) {
    signal.throwIfAborted();
    throw unreachable(server, thrown);
  }
  if (!response.ok) throw await failureOf(server, response);
  const answer: unknown = await response.json().catch(() => undefined);
  const { answer: schema } = attachmentRoutes['attachments.upload'];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held against its schema
  if (isAcceptable(schema, answer)) return answer as UploadedBody;
  throw new AppError('server-unreachable', clientTexts.notQiao(server, response.status));
}
