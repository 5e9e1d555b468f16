// The server that this page came from.

import { AppError } from '#base/app-error.ts';
import type { Language } from '#base/text.ts';
import { createApiClient, type ApiClient } from '#client/api-client.ts';
import { sendWithProgress } from './send-with-progress.ts';

/**
 * Signed in by the browser's cookie; `language` is the one that the server's sentences come in. `onSignedOut` is told of
 * every call that the server refused because nobody is signed in; the call rejects all the same.
 */
export function serverIn(language: Language, onSignedOut: () => void): ApiClient {
  const client = createApiClient({
    server: window.location.origin,
    language,
    sendFile: sendWithProgress,
  });
  const look = (thrown: unknown): never => {
    if (thrown instanceof AppError && thrown.code === 'not-signed-in') onSignedOut();
    throw thrown;
  };
  return {
    call: (id, ...input) => client.call(id, ...input).catch(look),
    async *subscribe(sessionId, options) {
      try {
        yield* client.subscribe(sessionId, options);
      } catch (thrown) {
        look(thrown);
      }
    },
    upload: (upload) => client.upload(upload).catch(look),
  };
}
